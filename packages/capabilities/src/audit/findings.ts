import type { Fault, FaultKind, Limit, VerifyReport, WriterReport } from './verify-report.js';

const MAX_FAULTS = 1_000;

type Noted = { -readonly [K in keyof Fault]: Fault[K] };

/** Gathers what verification finds, without growing with the log. */
export interface Findings {
  /** Counts a line; what is noted next is of that line. */
  nextLine(): void;
  line(): number;
  /** Notes a fault of the present line. Its kind may still change: see `Note`. */
  note(fault: Omit<Fault, 'line'>): { kind: FaultKind };
  report(
    missing: readonly Fault[],
    limits: readonly Limit[],
    writers: readonly WriterReport[],
  ): VerifyReport;
}

/** Makes an empty {@link Findings}. */
export function createFindings(): Findings {
  const faults: Noted[] = [];
  let count = 0;
  let lines = 0;
  return {
    nextLine() {
      lines += 1;
    },
    line: () => lines,
    note(fault) {
      const noted: Noted = { ...fault, line: lines };
      count += 1;
      if (faults.length < MAX_FAULTS) faults.push(noted);
      return noted;
    },
    report(missing, limits, writers) {
      const listed = [...faults, ...missing].slice(0, MAX_FAULTS).map((fault) => ({ ...fault }));
      const faultCount = count + missing.length;
      const cut: readonly Limit[] =
        faultCount > listed.length ? [{ code: 'faults_not_listed' }] : [];
      return {
        ok: faultCount === 0,
        lines,
        writers,
        faults: listed,
        faultCount,
        limits: [...limits, ...cut],
      };
    },
  };
}
