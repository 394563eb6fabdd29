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
  readonly bell: Bell;
  /** Where it stands among the others; {@link NOWHERE} once it was met or has rung. */
  place: number;
}

const NOWHERE = -1;

/**
 * One timer for every deadline of a process.
 *
 * A timer per invocation costs more than the invocation. So one sleeps until
 * the earliest deadline, is left to fire even when that one was met, and only
 * then looks for the next. It keeps the process alive only while something runs.
 */
export function createDeadlines(monotonic: () => number = () => performance.now()): Deadlines {
  const entries: Entry[] = [];
  let timer: (Timer & ReturnType<typeof setTimeout>) | undefined;
  let wakesAt = Infinity;

  function arm(at: number): void {
    if (at >= wakesAt) return;
    if (timer !== undefined) clearTimeout(timer);
    wakesAt = at;
    timer = setTimeout(sweep, Math.max(0, Math.ceil(at - monotonic()))) as typeof timer;
    if (entries.length === 0) timer?.unref?.();
  }

  function sweep(): void {
    const now = monotonic();
    timer = undefined;
    wakesAt = Infinity;
    let next = Infinity;
    for (const { at } of entries) if (at > now) next = Math.min(next, at);
    if (next !== Infinity) arm(next);
    const due = entries.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
    for (const entry of due) {
      // An earlier bell may have cancelled it.
      if (entry.place === NOWHERE) continue;
      release(entry);
      try {
        entry.bell();
      } catch {
        // One that throws must not keep the others from being heard.
      }
    }
  }

  /** Takes it out, and puts the last one into its place: nothing moves up, and nothing is left to clear. */
  function release(entry: Entry): void {
    const { place } = entry;
    if (place === NOWHERE) return;
    entry.place = NOWHERE;
    const last = entries.pop();
    if (last !== undefined && last !== entry) {
      entries[place] = last;
      last.place = place;
    }
    if (entries.length === 0) timer?.unref?.();
  }

  return Object.freeze<Deadlines>({
    after(ms, bell) {
      const entry: Entry = { at: monotonic() + ms, bell, place: entries.length };
      entries.push(entry);
      if (entries.length === 1) timer?.ref?.();
      arm(entry.at);
      return () => release(entry);
    },
  });
}
