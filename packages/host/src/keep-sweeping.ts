import { systemClock, type Executor } from '@sovereign/capabilities';
import type { HostConfig } from './config.js';

/** How often what time has ended is looked for. */
const SWEEP_MS = 30_000;

/** Sweeps now, and again and again until it is stopped: also whenever an hour window opens or closes. */
export async function keepSweeping(
  executor: Executor,
  defect: HostConfig['defect'],
): Promise<{ stop(): void }> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function sweep(): Promise<void> {
    const { hoursChangeAt = Infinity } = await executor.sweep();
    plan(Math.min(SWEEP_MS, Math.max(0, hoursChangeAt - systemClock.now())));
  }

  function plan(inMs: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      sweep().catch((thrown: unknown) => {
        plan(SWEEP_MS);
        try {
          defect?.(thrown, 'sweep');
        } catch {
          // There is nowhere left to report it.
        }
      });
    }, inMs);
    timer.unref();
  }

  await sweep();
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
