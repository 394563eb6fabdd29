import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { household, temporaryFolder } from '../support/fake-io.js';

describe('explain', () => {
  it('says how a capability is handled, and why', async () => {
    const { code, stdout } = await household(temporaryFolder(), ['explain', 'notes.write@1']);
    expect(code).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "notes.write@1
      classification  mutating, local
      confirmation    required: a person says yes to each run
                      table row mutating: local required (this one), external required
      default ruling  ask: where no rule speaks, a person is asked
      locked          no
      bounds          2 s to run, 4 KiB of result, 3 runs a turn
      powers          none: it reaches nothing
      refusals        empty_note
      failures        none of its own
      audit holds     capability notes.write, version 1, side_effect mutating, network
                      local
                      and, where known: kind, id, writer, seq, time, stage_reached,
                      outcome, code, reason, ruling, rule, policy_revision, origin,
                      principal, intention, modified, result_bytes, duration_ms,
                      prev_hash, hash
      audit never     arguments, target, result, text of errors, what a person was
                      shown, or noted, secrets and tokens
      "
    `);
  });

  it('says the same as JSON', async () => {
    const { stdout } = await household(temporaryFolder(), ['explain', 'notes.publish@1', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      name: 'notes.publish',
      version: 1,
      classification: { side_effect: 'read_only', network: 'external' },
      confirmation: {
        value: 'required',
        row: { side_effect: 'read_only', local: 'automatic', external: 'required' },
        applies: 'external',
      },
      default_ruling: 'ask',
      locked: false,
      powers: [],
      audit: { never: expect.arrayContaining(['arguments', 'result']) as unknown },
    });
  });

  it('says what is locked, and what is denied by default', async () => {
    expect((await household(temporaryFolder(), ['explain', 'delete_database@1'])).stdout).toMatch(
      /^locked +yes: no policy/m,
    );
    expect((await household(temporaryFolder(), ['explain', 'notes.closed@1'])).stdout).toMatch(
      /^default ruling +deny/m,
    );
  });

  it('needs a version, and opens nothing', async () => {
    const data = temporaryFolder();
    expect(await household(data, ['explain', 'notes.write'])).toMatchObject({ code: 64 });
    expect(await household(data, ['explain', 'notes.write@2'])).toMatchObject({ code: 66 });
    expect(readdirSync(data)).toEqual([]);
  });
});
