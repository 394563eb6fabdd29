import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EventDraft } from '../../src/audit/event.js';
import { memorySink } from '../../src/audit/memory-sink.js';
import { serializeEvent } from '../../src/audit/serialize.js';
import { verifyChain } from '../../src/audit/verify.js';
import { sha256Hex } from '../../src/internal/sha256.js';
import { idOf, invocation, TIME } from './drafts.js';

const ROOT = join(import.meta.dirname, '../../../..');
const CORPORA = process.env['SOVEREIGN_CORPORA'] ?? join(ROOT, '../shared/data');
const FILES = [
  'blns/blns.json',
  'injection-strings/crlf.json',
  'injection-strings/command_unix.json',
  'injection-strings/lfi_nullbyte.json',
  'pii-presidio/synth.jsonl',
];

/** Every string of a corpus, however it is nested. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

function textsOf(file: string): readonly string[] {
  const path = join(CORPORA, file);
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const values = file.endsWith('.jsonl')
    ? text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as unknown)
    : [JSON.parse(text) as unknown];
  return [...new Set(values.flatMap(stringsOf))];
}

const corpus = (file: string, claim: string, run: (texts: readonly string[]) => unknown): void => {
  const texts = textsOf(file);
  const isThere = texts.length > 0;
  it.skipIf(!isThere)(`${claim}: ${file}${isThere ? '' : ' (skipped: no such corpus)'}`, () =>
    run(texts),
  );
};

for (const file of FILES) {
  corpus(file, 'bar-17: no foreign text forges a line', async (texts) => {
    const sink = memorySink({ capacity: 100_000 });
    for (const [index, text] of texts.entries()) {
      const draft = {
        capability: text,
        principal: text,
        intention: text,
        rule: text,
        code: text,
        reason: text,
      };
      sink.append({ ...invocation(index), ...draft });
      sink.append({
        kind: 'decision',
        id: idOf(index),
        time: TIME,
        principal: text,
        subject: text,
        code: text,
      });
    }
    const lines = sink.events().map(serializeEvent);
    expect(lines).toHaveLength(2 * texts.length);
    expect(lines.filter((line) => !/^[\x20-\x7e]+$/.test(line))).toEqual([]);
    for (const [index, line] of lines.entries())
      expect(JSON.parse(line)).toEqual(sink.events()[index]);
    expect((await verifyChain(lines, { startsAt: 1, oneWriter: true })).faults).toEqual([]);
  });

  corpus(file, 'bar-16, F01, S1-132: no content, and no hash of it, is written', (texts) => {
    const bare = serializeEvent(memorySink().append(invocation(1)));
    for (const text of texts) {
      const error = Object.assign(new Error(text, { cause: text }), { stack: text });
      const content = {
        args: { [text]: text },
        result: text,
        error,
        message: text,
        [`x${text}`]: 1,
      };
      const draft = {
        ...content,
        ...invocation(1),
        code: `failed: ${text}`,
        reason: `${text}!`,
      } as EventDraft;
      const line = serializeEvent(memorySink().append(draft));
      expect(line).not.toContain(sha256Hex(text));
      expect(line).toBe(bare);
    }
  });
}
