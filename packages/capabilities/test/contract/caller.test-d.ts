import { createCaller, isCaller, type Caller } from '../../src/contract/caller.js';

const caller = createCaller({ principal: 'person:ada', origin: 'user' });
export const same: Caller = caller;

// @ts-expect-error -- facts are not a caller before somebody vouched for them
export const facts: Caller = { principal: 'person:ada', origin: 'user' };
// @ts-expect-error -- a spread copy has lost whoever vouched
export const copy: Caller = { ...caller };
// @ts-expect-error -- so has one with another principal
export const other: Caller = { ...caller, principal: 'person:olga' };
// @ts-expect-error -- a request's body least of all
export const body: Caller = JSON.parse('{}') as { principal: 'person:ada'; origin: 'user' };

// @ts-expect-error -- a principal says what it is
createCaller({ principal: 'ada', origin: 'user' });
// @ts-expect-error -- one of six origins
createCaller({ principal: 'person:ada', origin: 'admin' });
// @ts-expect-error -- a turn or a step
createCaller({ principal: 'person:ada', origin: 'user', occasion: '1' });
// @ts-expect-error -- no field of its own invention
createCaller({ principal: 'person:ada', origin: 'user', confirmed: true });
// @ts-expect-error -- what was vouched for stays so
caller.principal = 'person:olga';
// @ts-expect-error -- frozen through and through
caller.provenance?.push({ path: '', source: 'web', trust: 'low' });

export function known(value: unknown): string {
  // @ts-expect-error -- nothing is known of it yet
  void value.principal;
  return isCaller(value) ? value.principal : '';
}
