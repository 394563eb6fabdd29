import { expect, it } from 'vitest';
import { pass, reject } from '../../src/executor/verdict.js';

it('verdict › is a yes with what is known, or a no with stage and code', () => {
  expect(pass(1)).toEqual({ ok: true, value: 1 });
  expect(reject('policy', 'locked')).toEqual({ ok: false, stage: 'policy', code: 'locked' });
  expect(reject('execute', 'handler_failed', { reason: 'gone' })).toEqual({
    ok: false,
    stage: 'execute',
    code: 'handler_failed',
    reason: 'gone',
  });
});
