import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { ROOT } from '../../.ci/bootstrap/places.mjs';

// What an example shows, as its page quotes it:
//
//   ```text output="examples/guides/src/first.ts#asked"
//
// An example exports `shows`, an object: a text is quoted as it is, anything else as JSON. What
// differs from run to run is replaced, so that only a real change is one.

const VOLATILE = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<uuid>'],
  [/\b[0-9a-f]{64}\b/g, '<sha-256>'],
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, '<time>'],
];

/** The lines of one output. @throws Error — when the example does not show it. */
export async function outputOf({ path, name }, sources) {
  const { shows } = await sources.load(path).catch((error) => {
    throw new Error(`${path} does not run: ${error.message}`);
  });
  if (shows === undefined || !Object.hasOwn(shows, name))
    throw new Error(`${path} does not show \`${name}\``);
  const shown = shows[name];
  if (typeof shown === 'string') return stable(shown).split('\n');
  const config = await resolveConfig(join(ROOT, 'README.md'));
  const json = await format(stable(JSON.stringify(shown)), { ...config, parser: 'json' });
  return json.trimEnd().split('\n');
}

const stable = (text) => VOLATILE.reduce((line, [what, by]) => line.replace(what, by), text);
