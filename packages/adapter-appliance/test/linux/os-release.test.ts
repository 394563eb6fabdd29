import { describe, expect, it } from 'vitest';
import { readPrettyName } from '../../src/linux/os-release.js';

describe('readPrettyName', () => {
  it.each([
    ['PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n', 'Debian GNU/Linux 13 (trixie)'],
    ['PRETTY_NAME=\'It is "X"\'\n', 'It is "X"'],
    ['PRETTY_NAME=Plain\n', 'Plain'],
    ['PRETTY_NAME="a \\"b\\" \\$c \\\\"\n', 'a "b" $c \\'],
    ['PRETTY_NAME="first"\nID=x\nPRETTY_NAME="last"\n', 'last'],
    ['#PRETTY_NAME="no"\nNAME="no"\n', null],
    ['PRETTY_NAME=""\n', null],
    ['', null],
  ])('reads %j as %j', (text, name) => {
    expect(readPrettyName(text)).toBe(name);
  });
});
