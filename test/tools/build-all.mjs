import { say } from '../../.ci/bootstrap/say.mjs';
import { build } from './build.mjs';

// Builds every package whose sources changed, with types.

const { code, output } = await build({ onStart: (folder) => say(`building ${folder}`) });
if (code !== 0) process.stderr.write(output);
process.exitCode = code;
