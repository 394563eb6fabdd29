import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ROOT } from '../../.ci/bootstrap/places.mjs';

/** Writes vitest's numbers, and each skipped test with its reason, for the driver to read. */
export default class CountingReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      // A file that could not be loaded has no tests to count, and must not count for nothing.
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) count(counts, test);
    }
    writeFileSync(process.env.SOVEREIGN_COUNTS, JSON.stringify(counts));
  }
}

function count(counts, test) {
  const result = test.result();
  if (result.state === 'passed') counts.passed += 1;
  else if (result.state === 'failed') counts.failed += 1;
  else {
    const { mode } = test.options;
    counts.skipped.push({
      name: `${relative(ROOT, test.module.moduleId)} › ${test.fullName}`,
      reason: result.note ?? (mode === 'run' ? 'its setup failed' : `marked \`${mode}\``),
    });
  }
}
