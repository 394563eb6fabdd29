import { cleanText } from '../internal/clean-text.js';

const MAX_NAME = 128;

/** Reads PRETTY_NAME from /etc/os-release. Source: os-release(5). */
export function readPrettyName(text: string): string | null {
  // The last assignment holds, as in a shell.
  const lines = text.split('\n').filter((line) => line.startsWith('PRETTY_NAME='));
  const value = lines.at(-1)?.slice('PRETTY_NAME='.length).trim();
  return value === undefined ? null : cleanText(unquoted(value), MAX_NAME);
}

function unquoted(value: string): string {
  const [, single] = /^'([^']*)'$/.exec(value) ?? [];
  if (single !== undefined) return single;
  const [, double] = /^"(.*)"$/.exec(value) ?? [];
  return (double ?? value).replace(/\\(["$`\\'])/g, '$1');
}
