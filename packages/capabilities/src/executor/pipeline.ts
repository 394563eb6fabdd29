import type { StageName } from '../contract/codes.js';
import { pass, reject, type Rejection, type Verdict } from './verdict.js';

/** One step of an invocation: looks at what is known, says no or adds to it. */
export type Stage<Host, In, Out extends In> = (
  known: In,
  host: Host,
) => Verdict<Out> | Promise<Verdict<Out>>;

/** Told once how it ended; makes the answer of it. */
export type Finish<Host, First, Last extends First, Answer> = (
  trail: Trail<First, Last>,
  host: Host,
) => Answer | Promise<Answer>;

/** How far an invocation got: the evidence of the last stage that passed, and the verdict. */
export interface Trail<First, Last extends First> {
  /** Everything that is known, as far as the stages got. */
  readonly known: First & Partial<Last>;
  /** The last stage that passed. */
  readonly passed: StageName | undefined;
  /** The first no, if there was one. */
  readonly rejection: Rejection | undefined;
}

/** A finished pipeline. */
export type Run<Host, First, Answer> = (first: First, host: Host) => Promise<Answer>;

/** What a host is told while stages run. */
export interface Observed {
  /** A stage threw: a defect of this program or of a port it was given. */
  defect(thrown: unknown, where: string): void;
  /** A stage passed. */
  passed(stage: StageName, known: unknown): void;
}

interface Pipeline<Host extends Observed, First, Known extends First> {
  stage<Out extends Known>(
    name: StageName,
    run: Stage<Host, Known, Out>,
  ): Pipeline<Host, First, Out>;
  /** Ends a pipeline that acts: whatever happens is recorded, and the record makes the answer. */
  audited<Answer>(record: Finish<Host, First, Known, Answer>): Run<Host, First, Answer>;
  /** Ends a pipeline that only looks: nobody is told, and nothing is recorded. */
  judged<Answer>(report: Finish<Host, First, Known, Answer>): Run<Host, First, Answer>;
}

/**
 * Builds an executor from stages run in the order they are written.
 *
 * The first rejection ends the run. A stage that throws rejects with
 * `stage_failed`, and what it threw goes to the defect hook and no further.
 * Whatever ends it always runs.
 */
export function pipeline<Host extends Observed, First>(): Pipeline<Host, First, First> {
  return extend([]);
}

interface Named<Host> {
  readonly name: StageName;
  readonly run: (known: never, host: Host) => Verdict<unknown> | Promise<Verdict<unknown>>;
}

function extend<Host extends Observed, First, Known extends First>(
  stages: readonly Named<Host>[],
): Pipeline<Host, First, Known> {
  return {
    stage: (name, run) => extend([...stages, { name, run }]),
    audited: (record) => runner(stages, record, true),
    judged: (report) => runner(stages, report, false),
  };
}

function runner<Host extends Observed, First, Known extends First, Answer>(
  stages: readonly Named<Host>[],
  finish: Finish<Host, First, Known, Answer>,
  acts: boolean,
): Run<Host, First, Answer> {
  return async (first, host) => {
    let verdict: Verdict<unknown> = pass(first);
    let known: unknown = first;
    let passed: StageName | undefined;
    // By index: an iterator costs as much as two stages.
    for (let at = 0; at < stages.length; at += 1) {
      const { name, run } = stages[at] as Named<Host>;
      try {
        // INVARIANT: the casts are safe because `stage` let only a fitting `run` in, in this order.
        const answer = run(known as never, host);
        // Asked in place: `isThenable` is asked of objects of every kind, and that makes it slow.
        verdict = 'then' in answer ? await answer : answer;
      } catch (thrown) {
        host.defect(thrown, name);
        verdict = reject(name, 'stage_failed');
      }
      if (!verdict.ok) break;
      known = verdict.value;
      passed = name;
      if (acts) host.passed(name, known);
    }
    const rejection = verdict.ok ? undefined : verdict;
    return finish({ known: known as First & Partial<Known>, passed, rejection }, host);
  };
}
