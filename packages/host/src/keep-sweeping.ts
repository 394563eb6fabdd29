import { systemClock, type Executor } from '@sovereign/capabilities';
import type { HostConfig } from './config.js';

/** How often what time has ended is looked for. */
const SWEEP_MS = 30_000;

/** A host that sweeps by itself. */
export interface Sweeping {
  /** Begins no other sweep, and resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** Sweeps now, and again and again until it is stopped: also whenever an hour window opens or closes. */
export async function keepSweeping(
  executor: Pick<Executor, 'sweep'>,
  defect: HostConfig['defect'],
): Promise<Sweeping> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let underWay = Promise.resolve();

  async function sweep(): Promise<void> {
    const { hoursChangeAt = Infinity } = await executor.sweep();
    plan(Math.min(SWEEP_MS, Math.max(0, hoursChangeAt - systemClock.now())));
  }

  function plan(inMs: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      underWay = sweep().catch((thrown: unknown) => {
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
      return underWay;
    },
  };
}
