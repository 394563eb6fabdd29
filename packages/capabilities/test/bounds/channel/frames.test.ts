import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameOf, frameReader } from '../../../src/bounds/channel/frames.js';

const joined = (parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts);

describe('frames', () => {
  it('for every message and every way to cut the bytes: what was written is read, in order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 9 })),
        (messages, cuts) => {
          const bytes = joined(messages.map(frameOf));
          const reader = frameReader(() => 1_000_000);
          const read: unknown[] = [];
          let at = 0;
          for (const cut of [...cuts, bytes.length]) {
            const got = reader.take(bytes.subarray(at, at + cut));
            if (got === undefined) throw new Error('refused');
            read.push(...got);
            at += cut;
          }
          expect(read).toEqual(JSON.parse(JSON.stringify(messages)));
        },
      ),
    );
  });

  it('refuses a frame by its length, before any of it is there, and reads nothing after', () => {
    const reader = frameReader(() => 10);
    expect(reader.take(new Uint8Array([0, 0, 0, 11]))).toBeUndefined();
    expect(reader.take(frameOf(1))).toBeUndefined();
  });

  it.each([
    ['no JSON', new Uint8Array([0, 0, 0, 1, 0x7b])],
    ['no UTF-8', new Uint8Array([0, 0, 0, 1, 0xff])],
    ['nothing', new Uint8Array([0, 0, 0, 0])],
    ['a text where frames are', new TextEncoder().encode('{"is":"result"}\n')],
  ])('refuses %s', (_what, bytes) => {
    expect(frameReader(() => 100).take(bytes)).toBeUndefined();
  });

  it('keeps no more than one frame: many pieces are joined once', () => {
    const message = 'x'.repeat(2_000_000);
    const bytes = frameOf(message);
    const reader = frameReader(() => 3_000_000);
    const read: unknown[] = [];
    for (let at = 0; at < bytes.length; at += 1_000)
      read.push(...(reader.take(bytes.subarray(at, at + 1_000)) ?? ['refused']));
    expect(read).toEqual([message]);
  });
});
