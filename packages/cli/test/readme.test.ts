import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run } from '../src/run.js';
import { fakeIo, temporaryFolder } from './support/fake-io.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** What stands in a fence of this language. */
const fences = (language: string): readonly string[] =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, text = '']) => text,
  );

/** With what differs from run to run made the same. */
const settled = (text: string): string =>
  text
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replace(/[\da-f]{64}/g, '<hash>')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/g, '<time>')
    .replace(/[\d.]+ ms/g, '<took>');

/** A command line as a shell takes it apart; quotes stand around whole words. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');

it('the tour of the README is what the command prints, in this order', async () => {
  const folder = temporaryFolder();
  const [config = ''] = fences('js');
  writeFileSync(join(folder, 'household.mjs'), config);
  for (const session of fences('console')) {
    let screen = '';
    for (const line of session.split('\n').filter((one) => one.startsWith('$ sovereign '))) {
      const io = fakeIo({
        terminal: true,
        answers: ['yes'],
        cwd: folder,
        env: { SOVEREIGN_HOME: folder },
      });
      await run(wordsOf(line.slice('$ sovereign '.length)), io);
      screen += `${line}\n${io.screenText()}`;
    }
    expect(settled(screen)).toBe(settled(session));
  }
});
