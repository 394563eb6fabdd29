import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cli, household, temporaryFolder } from '../support/fake-io.js';

describe('list', () => {
  it('S1-037 shows name, version, axes, confirmation and bounds, aligned, in 80 columns', async () => {
    const { code, stdout, stderr } = await household(temporaryFolder(), ['list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "CAPABILITY         EFFECT     NETWORK   ASKS  RULING   TIME  RESULT  A TURN
      notes.read@1       read_only  local     no    allow     2 s   4 KiB       3
      notes.read@2       read_only  local     no    allow     2 s   4 KiB       3
      notes.write@1      mutating   local     yes   ask       2 s   4 KiB       3
      notes.publish@1    read_only  external  yes   ask       2 s   4 KiB       3
      notes.rumour@1     read_only  local     no    allow     2 s   4 KiB       3
      notes.break@1      read_only  local     no    allow     2 s   4 KiB       3
      notes.tear@1       mutating   local     yes   ask       2 s   4 KiB       3
      notes.wait@1       read_only  local     no    allow   40 ms   4 KiB       3
      notes.linger@1     read_only  local     no    allow   1 min   4 KiB       3
      notes.flood@1      read_only  local     no    allow     2 s   4 KiB       3
      notes.lie@1        read_only  local     no    allow     2 s   4 KiB       3
      notes.escape@1     read_only  local     no    allow     2 s   4 KiB       3
      notes.closed@1     read_only  local     no    deny      2 s   4 KiB       3
      delete_database@1  mutating   local     yes   locked    2 s   4 KiB       3
      "
    `);
    expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true);
  });

  it('S1-037 holds the same as JSON, with no handler, schema or secret in it', async () => {
    const { stdout } = await household(temporaryFolder(), ['list', '--json']);
    const entries = JSON.parse(stdout) as readonly Record<string, unknown>[];
    expect(entries[0]).toEqual({
      name: 'notes.read',
      version: 1,
      summary: 'Reads a note back.',
      side_effect: 'read_only',
      network: 'local',
      confirmation: 'automatic',
      default_ruling: 'allow',
      locked: false,
      bounds: { timeout_ms: 2_000, max_result_bytes: 4_096, max_per_turn: 3 },
      digest: expect.stringMatching(/^[\da-f]{64}$/) as unknown,
    });
    expect(new Set(entries.map((entry) => Object.keys(entry).join()))).toHaveLength(1);
  });

  it('opens nothing: the data folder is not even made', async () => {
    const data = temporaryFolder();
    await household(data, ['list']);
    expect(readdirSync(data)).toEqual([]);
  });

  it('lists the appliance without a configuration', async () => {
    const { stdout } = await cli(['list', '--json'], { env: { HOME: '/nowhere' } });
    expect((JSON.parse(stdout) as readonly { name: string }[]).map(({ name }) => name)).toContain(
      'system.health',
    );
  });
});
