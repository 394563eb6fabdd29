import { readFileSync } from 'node:fs';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { exec } from '../exec.mjs';
import { all, check, findings } from '../outcome.mjs';
import { pack } from '../pack.mjs';

/** Looks at the packed packages as a registry's users will: their files, entry points and types. */
export async function packages() {
  const { tarballs, problem } = await pack();
  if (problem !== undefined) return findings([problem]);
  const outcomes = [];
  for (const tarball of tarballs) {
    outcomes.push(await lint(tarball));
    if (hasTypes(tarball.manifest)) outcomes.push(await types(tarball));
  }
  return all(outcomes);
}

async function lint({ manifest, file }) {
  const { messages } = await publint({
    strict: true,
    pack: { tarball: new Uint8Array(readFileSync(file)).buffer },
  });
  return findings(
    messages.map(
      (message) => `${manifest.name}: ${formatMessage(message, manifest, { color: false })}`,
    ),
  );
}

/** A package of ESM alone cannot be loaded by `require` of old, and does not promise it. */
async function types({ manifest, file }) {
  const isDual = manifest.exports['.']?.require !== undefined;
  const profile = isDual ? 'node16' : 'esm-only';
  return check(await exec('attw', [file, '--profile', profile, '--no-color', '--no-emoji']));
}

const hasTypes = ({ exports }) =>
  Object.values(exports).some((target) => target.types ?? target.import?.types);
