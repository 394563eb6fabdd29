import { PowerError, type PowerFault } from '../../../powers/power-error.js';

/** The refusal of the power `web`. */
export const webError = (code: PowerFault): PowerError => new PowerError('web', code);

/** Keeps a refusal; whatever else was thrown becomes one, since it may name an address. */
export const asWebError = (thrown: unknown, otherwise: PowerFault): PowerError =>
  PowerError.is(thrown) ? thrown : webError(otherwise);
