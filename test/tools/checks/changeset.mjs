import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../.ci/bootstrap/places.mjs';
import { exec } from '../exec.mjs';
import { check, findings, skipped } from '../outcome.mjs';
import { published } from '../workspace.mjs';

/** A change of a package says, in a changeset, what it means to the package's users. */
export async function changeset() {
  const head = await git('rev-parse', '--verify', '--quiet', 'HEAD');
  if (head === undefined) return skipped('changeset', 'nothing is committed here yet');

  // A clone made for one run may have no branch `main` of its own, or none at all.
  const base = await firstOf(['main', 'origin/main']);
  const fork = base && (await git('merge-base', base, 'HEAD'));
  if (fork === undefined) {
    return skipped('changeset', 'this clone does not reach back to a branch `main`');
  }
  return fork === head
    ? sinceRelease()
    : check(await exec('changeset', ['status', `--since=${base}`]));
}

/** On the branch itself there is nothing to compare it with but the last release. */
async function sinceRelease() {
  const announced = readdirSync(join(ROOT, '.changeset'))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => readFileSync(join(ROOT, '.changeset', file), 'utf8').split('---')[1])
    .join('\n');
  const found = [];
  for (const { folder, manifest } of published()) {
    if (announced.includes(`'${manifest.name}'`) || announced.includes(`"${manifest.name}"`))
      continue;
    const release = `${manifest.name}@${manifest.version}`;
    if ((await git('rev-parse', '--verify', '--quiet', `${release}^{commit}`)) === undefined) {
      found.push(`${manifest.name}: never released, and no changeset announces it`);
    } else if ((await git('diff', '--name-only', release, '--', folder)) !== '') {
      found.push(`${manifest.name}: changed since ${release}, and no changeset says so`);
    }
  }
  return findings(found);
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
