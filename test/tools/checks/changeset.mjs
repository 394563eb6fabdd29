import { exec } from '../exec.mjs';
import { check, skipped } from '../outcome.mjs';

/** A change of a package says, in a changeset, what it means to the package's users. */
export async function changeset() {
  const head = await git('rev-parse', '--verify', '--quiet', 'HEAD');
  if (head === undefined) return skipped('changeset', 'nothing is committed here yet');

  // A clone made for one run may have no branch `main` of its own, or none at all.
  const base = await firstOf(['main', 'origin/main']);
  if (base === undefined)
    return skipped('changeset', 'this clone has no branch `main` to compare with');
  if ((await git('merge-base', base, 'HEAD')) === undefined) {
    return skipped('changeset', `this clone is too shallow to be compared with \`${base}\``);
  }
  return check(await exec('changeset', ['status', `--since=${base}`]));
}

async function firstOf(names) {
  for (const name of names) {
    if ((await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`)) !== undefined)
      return name;
  }
  return undefined;
}

async function git(...args) {
  const { code, output } = await exec('git', args);
  return code === 0 ? output.trim() : undefined;
}
