/** Called once when its time is up. */
type Bell = () => void;

interface Timer {
  ref?(): unknown;
  unref?(): unknown;
}

/** Rings bells at their time, all of them on one timer. */
export interface Deadlines {
  /** Rings after so many milliseconds, unless cancelled before; returns the way to cancel. */
  after(ms: number, bell: Bell): () => void;
}

interface Entry {
  readonly at: number;
  bell: Bell | undefined;
}

/**
 * One timer for every deadline of a process.
 *
 * A timer per invocation costs more than the invocation. So one sleeps until
 * the earliest deadline, is left to fire even when that one was met, and only
 * then looks for the next. It keeps the process alive only while something runs.
 */
export function createDeadlines(monotonic: () => number = () => performance.now()): Deadlines {
  let entries: Entry[] = [];
  let live = 0;
  let timer: (Timer & ReturnType<typeof setTimeout>) | undefined;
  let wakesAt = Infinity;

  function arm(at: number): void {
    if (at >= wakesAt) return;
    if (timer !== undefined) clearTimeout(timer);
    wakesAt = at;
    timer = setTimeout(sweep, Math.max(0, Math.ceil(at - monotonic()))) as typeof timer;
    if (live === 0) timer?.unref?.();
  }

  function sweep(): void {
    const now = monotonic();
    const due = entries.filter((entry) => entry.bell !== undefined && entry.at <= now);
    entries = entries.filter((entry) => entry.bell !== undefined && entry.at > now);
    timer = undefined;
    wakesAt = Infinity;
    const next = entries.reduce((earliest, entry) => Math.min(earliest, entry.at), Infinity);
    if (next !== Infinity) arm(next);
    for (const entry of due) {
      const bell = entry.bell;
      if (bell === undefined) continue;
      release(entry);
      try {
        bell();
      } catch {
        // One that throws must not keep the others from being heard.
      }
    }
  }

  function release(entry: Entry): void {
    entry.bell = undefined;
    live -= 1;
    if (live === 0) timer?.unref?.();
  }

  return Object.freeze<Deadlines>({
    after(ms, bell) {
      const entry: Entry = { at: monotonic() + ms, bell };
      // Met deadlines are dropped in bulk: on average each is looked at twice.
      if (entries.length > 64 && entries.length > 2 * live)
        entries = entries.filter((one) => one.bell !== undefined);
      entries.push(entry);
      live += 1;
      if (live === 1) timer?.ref?.();
      arm(entry.at);
      return () => {
        if (entry.bell !== undefined) release(entry);
      };
    },
  });
}
