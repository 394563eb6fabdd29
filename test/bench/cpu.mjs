/** Main-thread CPU of one call in microseconds, over one batch of calls. */
export async function cpuPerCall(call, calls) {
  globalThis.gc?.();
  const before = process.threadCpuUsage();
  for (let index = 0; index < calls; index += 1) await call(index);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / calls;
}

/**
 * Measures several subjects in turn, so that a slow phase of the machine falls on all of them.
 *
 * @returns for each subject the samples, in microseconds
 */
export async function interleaved(subjects, { rounds, calls }) {
  const samples = new Map(subjects.map(({ name }) => [name, []]));
  for (const { call, share = 1 } of subjects) await cpuPerCall(call, share * calls); // warm
  for (let round = 0; round < rounds; round += 1)
    for (const { name, call, share = 1 } of subjects)
      samples.get(name).push(await cpuPerCall(call, Math.max(1, Math.round(calls * share))));
  return samples;
}

/** The middle, the least and the most of some samples. */
export function spread(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  return { median: at(0.5), least: sorted[0], most: sorted.at(-1) };
}
