import { printable } from './printable.js';

// East Asian wide characters and pictorial emoji take two columns; marks above or below take none.
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
const MARK = /\p{M}/u;

/** How many columns of a terminal a text takes. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) if (!MARK.test(character)) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

const GAP = '  ';

/** Lays out rows under their titles, aligned. The first line is the titles. Every cell is made safe. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  const cells = [columns.map(({ title }) => title), ...rows.map((row) => row.map(printable))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => columnsOf(row[at] ?? ''))));
  const total = widths.reduce((sum, one) => sum + one, GAP.length * (columns.length - 1));
  const line = (row: readonly string[], from: number): string =>
    columns
      .slice(from)
      .map(({ align }, at) => pad(row[at + from] ?? '', widths[at + from] ?? 0, align))
      .join(GAP)
      .trimEnd();
  if (total <= width) return cells.map((row) => line(row, 0));
  // Too wide: the first cell has a line of its own, and the others stand below it.
  return cells.flatMap((row) => [row[0] ?? '', GAP + line(row, 1)]);
}

function pad(text: string, width: number, align: Column['align']): string {
  const space = ' '.repeat(Math.max(0, width - columnsOf(text)));
  return align === 'right' ? space + text : text + space;
}

/** A label and what it labels: one paragraph each. */
export type Labelled = readonly [label: string, ...paragraphs: readonly string[]];

/** Lays out labels on the left and their text on the right, wrapped at words. Every text is made safe. */
export function labels(pairs: readonly Labelled[], width: number): readonly string[] {
  const indent = Math.max(...pairs.map(([label]) => label.length)) + GAP.length;
  return pairs.flatMap(([label, ...paragraphs]) =>
    paragraphs
      .flatMap((text) => wrapped(printable(text), Math.max(20, width - indent)))
      .map((text, at) => ((at === 0 ? label : '').padEnd(indent) + text).trimEnd()),
  );
}

/** Breaks text between words into lines of at most so many columns. A word that is longer stays whole. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
