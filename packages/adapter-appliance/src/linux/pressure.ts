/** How much of the last seconds was lost waiting, in per cent. */
export interface Stall {
  readonly last10Percent: number;
  readonly last60Percent: number;
  readonly last300Percent: number;
}

/** Pressure: time in which some, and in which all, that wanted to run had to wait. */
export interface Pressure {
  readonly some: Stall;
  readonly full: Stall | null;
}

/** Reads a file of /proc/pressure; null for anything else. Source: the kernel's accounting/psi. */
export function readPressure(text: string): Pressure | null {
  const lines = text.split('\n');
  const some = stallOf(lines, 'some');
  return some === null ? null : { some, full: stallOf(lines, 'full') };
}

function stallOf(lines: readonly string[], word: string): Stall | null {
  const line = lines.find((one) => one.startsWith(`${word} `));
  const figures = /^\w+ avg10=(\d{1,3}\.\d\d) avg60=(\d{1,3}\.\d\d) avg300=(\d{1,3}\.\d\d) /.exec(
    line ?? '',
  );
  const [last10Percent, last60Percent, last300Percent] = (figures ?? []).slice(1).map(Number);
  if (last10Percent === undefined || last60Percent === undefined || last300Percent === undefined)
    return null;
  // A kernel may round up to a little over 100.
  if (Math.max(last10Percent, last60Percent, last300Percent) > 100) return null;
  return { last10Percent, last60Percent, last300Percent };
}
