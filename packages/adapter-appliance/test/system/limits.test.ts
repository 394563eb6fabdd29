import { describe, expect, it } from 'vitest';
import { MAX_ADDRESSES, MAX_INTERFACES, MAX_TEXT } from '../../src/system/limits.js';
import { systemHealth } from '../../src/system/system.health.js';

describe('limits', () => {
  it('are those the contract states', () => {
    const text = JSON.stringify(systemHealth.result.json);
    expect(text).toContain(`"maxItems":${MAX_INTERFACES}`);
    expect(text).toContain(`"maxItems":${MAX_ADDRESSES}`);
    expect(text).toContain(`"maxLength":${MAX_TEXT}`);
  });

  it('keep the longest answer within its bound, six bytes a character at worst', () => {
    const network = MAX_INTERFACES * (MAX_ADDRESSES * (45 + 3) + (15 + 32) * 6 + 64);
    const texts = 7 * MAX_TEXT * 6;
    expect(network + texts + 2_048).toBeLessThan(systemHealth.bounds.maxResultBytes);
  });
});
