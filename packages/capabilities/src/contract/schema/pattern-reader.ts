/** Why a well-formed pattern is refused all the same. */
export class Unsupported {
  constructor(readonly fault: string) {}
}

/** Where the reading of a pattern stands: its code points, and the index of the next. */
export interface Reader {
  readonly points: readonly string[];
  index: number;
  nesting: number;
}

export const peek = (reader: Reader, ahead = 0): string =>
  reader.points[reader.index + ahead] ?? '';
export const ended = (reader: Reader): boolean => reader.index >= reader.points.length;

export function take(reader: Reader): string {
  const point = peek(reader);
  reader.index += 1;
  return point;
}

export function takeIf(reader: Reader, text: string): boolean {
  const points = Array.from(text);
  if (!points.every((point, ahead) => peek(reader, ahead) === point)) return false;
  reader.index += points.length;
  return true;
}

/** Takes what stands before a closing character, and the character. */
export function takeUntil(reader: Reader, close: string): string {
  let taken = '';
  while (!ended(reader) && peek(reader) !== close) taken += take(reader);
  reader.index += 1;
  return taken;
}
