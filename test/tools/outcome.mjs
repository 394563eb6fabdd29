/** What a suite came to: numbers for the closing line, output for whoever mends it. */

/** One check that holds or does not. */
export const check = ({ code, output }) =>
  code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output };

/** A check by our own hand: it holds when nothing was found. */
export const findings = (found, output = '') => ({
  passed: found.length === 0 ? 1 : 0,
  failed: found.length === 0 ? 0 : 1,
  output: [output, ...found].filter((line) => line !== '').join('\n'),
});

/** A check that cannot be made here. Its reason is printed. */
export const skipped = (name, reason) => ({
  passed: 0,
  failed: 0,
  skipped: [{ name, reason }],
  output: '',
});

/** Several checks of one suite. */
export const all = (outcomes) => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
  skipped: outcomes.flatMap((outcome) => outcome.skipped ?? []),
  output: outcomes
    .filter(({ failed }) => failed > 0)
    .map(({ output }) => output)
    .join('\n'),
});
