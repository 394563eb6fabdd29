import { build } from './build.mjs';
import { apiReport } from './checks/api-report.mjs';
import { published } from './workspace.mjs';

// Writes the reports of the public surface anew. Read the difference before it is committed.

const built = await build({ which: published() });
if (built.code !== 0) {
  process.stderr.write(built.output);
  process.exit(built.code);
}
const { failed, output } = apiReport({ update: true });
process.stdout.write(output === '' ? 'written\n' : `${output}\n`);
process.exitCode = failed === 0 ? 0 : 1;
