import { describe, expect, it } from 'vitest';
import { asWebError, webError } from '../../../../src/node/powers/web/web-error.js';

describe('asWebError', () => {
  it('keeps a refusal, and drops what any other error says', () => {
    const refusal = webError('tls_failed');
    expect(asWebError(refusal, 'unavailable')).toBe(refusal);
    const turned = asWebError(new Error('connect ECONNREFUSED 10.0.0.1:80'), 'connect_failed');
    expect([turned.message, turned.cause]).toEqual(['`web`: connect_failed', undefined]);
  });
});
