import type { AuditSink } from '../audit/sink.js';
import type { Awaitable } from '../internal/awaitable.js';
import { SINK_TRIALS, type SinkMeans } from './sink-trials.js';

/** A sink to be tried, and how to look behind it. */
export interface SinkUnderTest extends SinkMeans {
  /** Opens a sink that holds nothing yet. */
  open(): Awaitable<AuditSink>;
  /** Clears up after a sink, which was closed before. */
  dispose?(sink: AuditSink): Awaitable<void>;
}

/** One thing that a sink must do. */
export interface SinkCase {
  readonly title: string;
  /** Why it cannot be tried on this sink, where it cannot. */
  readonly skip?: string;
  /** Throws, or rejects, when the sink does not do it. */
  run(): Promise<void>;
}

/**
 * Lists what every audit sink must do, whatever keeps its events, as cases for any test framework.
 *
 * Each case opens a sink of its own and closes it. The cases that have to look behind the sink are
 * marked with `skip` where the means for it is not given.
 */
export function sinkConformance(under: SinkUnderTest): readonly SinkCase[] {
  return SINK_TRIALS.map(({ title, needs, trial }) => {
    const skip =
      needs === undefined || under[needs] !== undefined ? undefined : `no \`${needs}\` was given`;
    return {
      title,
      ...(skip === undefined ? {} : { skip }),
      async run() {
        if (skip !== undefined) throw new Error(skip);
        const sink = await under.open();
        try {
          await trial(sink, under);
        } finally {
          await sink.close?.();
          await under.dispose?.(sink);
        }
      },
    };
  });
}
