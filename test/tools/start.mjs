import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withInstalledCommands } from '../../.ci/bootstrap/path.mjs';
import { ROOT } from '../../.ci/bootstrap/places.mjs';
import { runThrough } from '../../.ci/bootstrap/run-through.mjs';
import { say } from '../../.ci/bootstrap/say.mjs';
import { build } from './build.mjs';
import { withDependencies } from './workspace.mjs';

// What `npm start` comes to: the demo host, built if its sources changed, then its own `start`.

const DEMO = 'examples/appliance-host';

const { code, output } = await build({
  which: withDependencies(DEMO),
  types: false,
  onStart: (folder) => say(`building ${folder}`),
});
if (code !== 0) {
  process.stderr.write(output);
  say('the build failed');
  process.exit(code);
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, DEMO, 'package.json'), 'utf8'));
const [command, ...fixed] = scripts.start.split(' ');
say(`starting ${DEMO}`);
process.exitCode = await runThrough(command, [...fixed, ...process.argv.slice(2)], {
  cwd: join(ROOT, DEMO),
  env: withInstalledCommands(process.env, join(ROOT, DEMO)),
});
