import { describe, expect, it } from 'vitest';
import { durable, waiting } from '../support/durable.js';
import { temporaryFolder } from '../support/fake-io.js';
import { alterKept } from '../support/kept.js';

const WRITE = ['notes.write@1', '{"note":"milk"}'];
const NOTHING = '0 attempts, 0 proposals, 0 grants, 0 requests ended\n';

describe('sweep', () => {
  it('S3-263 tells what it ended, and can be run as often as one likes', async () => {
    const data = temporaryFolder();
    await waiting(data, WRITE);
    expect((await durable(data, ['sweep'])).stdout).toBe(NOTHING);
    alterKept(data, 'UPDATE sovereign_pending SET expires_at = 1');
    expect(await durable(data, ['sweep'])).toMatchObject({
      code: 0,
      stdout: '0 attempts, 1 proposal, 0 grants, 0 requests ended\n',
    });
    expect((await durable(data, ['sweep'])).stdout).toBe(NOTHING);
  });

  it('tells that the clock was found set back, once', async () => {
    const data = temporaryFolder();
    await waiting(data, WRITE);
    alterKept(data, "UPDATE sovereign_marks SET value = value + 600000 WHERE name = 'clock'");
    const swept = await durable(data, ['sweep', '--json']);
    expect(JSON.parse(swept.stdout)).toMatchObject({ clock_moved_back: true });
    expect(swept.stderr).toContain('the clock was found set back');
    const again = await durable(data, ['sweep', '--json']);
    expect(JSON.parse(again.stdout)).toEqual({
      intents: 0,
      pending: 0,
      grants: 0,
      requests: 0,
      clock_moved_back: false,
    });
  });
});
