import { Type, type TSchema } from 'typebox';

/** Bytes, counted exactly. */
export const Bytes = Type.Integer({ minimum: 0 });

/** From 0 to 100, to one decimal. */
export const Percent = Type.Number({ minimum: 0, maximum: 100 });

/** UTC, to the second. */
export const Time = Type.String({ maxLength: 20, description: 'UTC, ISO 8601' });

/** A value, or null where this device does not say: never a stand-in such as 0. */
export const orUnknown = <Known extends TSchema>(known: Known) => Type.Union([known, Type.Null()]);
