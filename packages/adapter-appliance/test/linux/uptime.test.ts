import { describe, expect, it } from 'vitest';
import { readUptimeSeconds } from '../../src/linux/uptime.js';

describe('readUptimeSeconds', () => {
  it('reads whole seconds', () => {
    expect(readUptimeSeconds('350735.97 1341922.13\n')).toBe(350_735);
    expect(readUptimeSeconds('0.00 0.00\n')).toBe(0);
  });

  it.each(['', '-1.00 2', 'x', '1', '1e9.0 2'])('knows nothing of %j', (text) => {
    expect(readUptimeSeconds(text)).toBeNull();
  });
});
