// How often a law is tried: fast-check's own 100 by default, more in long runs. It is loaded only
// then, since loading it costs every test file that has no laws.
const runs = process.env['FC_NUM_RUNS'];
if (runs !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ numRuns: Number(runs) });
}

export {};
