import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { cli, temporaryFolder } from './support/fake-io.js';

/** A household whose audit lies in its database. */
function household(): { readonly file: string; run(...argv: string[]): ReturnType<typeof cli> } {
  const folder = temporaryFolder();
  const file = join(folder, 'sovereign.db');
  const config = join(folder, 'config.mjs');
  writeFileSync(
    config,
    `import household from ${JSON.stringify(join(import.meta.dirname, 'fixtures', 'household.ts'))};
     export default () => ({
       ...household({ data: '' }), audit: 'database', database: { sqlite: ${JSON.stringify(file)} },
     });`,
  );
  return { file, run: (...argv) => cli([...argv, '--config', config]) };
}

describe('an audit in a database', () => {
  it('is shown, summed up and verified as one in a file is', async () => {
    const { run } = household();
    expect((await run('audit', 'tail')).code).toBe(69);
    expect((await run('invoke', 'notes.read@1', '{"note":"a"}')).code).toBe(0);
    const tail = await run('audit', 'tail', '--json');
    expect(JSON.parse(tail.stdout)).toContainEqual(
      expect.objectContaining({ capability: 'notes.read', outcome: 'completed' }),
    );
    expect((await run('audit', 'tail', '-n', '1')).stdout.split('\n')).toHaveLength(2);
    expect((await run('audit', 'summary')).stdout).toContain('1 attempt');
    const verified = await run('audit', 'verify');
    expect(verified).toMatchObject({ code: 0 });
    expect(verified.stdout).toMatch(/^sound: \d+ events in the database\n/);
    expect((await run('audit', 'tail', '--follow')).code).toBe(64);
  });

  it('one that somebody altered is found out', async () => {
    const { file, run } = household();
    await run('invoke', 'notes.read@1');
    const db = new DatabaseSync(file);
    db.exec("UPDATE sovereign_audit SET line = replace(line, 'completed', 'rejected')");
    db.close();
    const verified = await run('audit', 'verify');
    expect(verified).toMatchObject({ code: 69 });
    expect(verified.stdout).toContain('edited');
    expect((await run('audit', 'tail')).stderr).toContain('no sound event');
  });
});
