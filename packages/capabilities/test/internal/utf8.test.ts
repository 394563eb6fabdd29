import { describe, expect, it } from 'vitest';
import { utf8Bytes } from '../../src/internal/utf8.js';

describe('utf8Bytes', () => {
  it.each([
    ['', 0],
    ['\u0000\u007f', 2],
    ['\u0080\u00ff', 4],
    ['\u0100\u07ff', 4],
    ['\u0800\ud7ff\ue000\uffff', 12],
    ['\u{10000}\u{10ffff}', 8],
    ['a😀é', 7],
  ])('counts %j', (text, bytes) => {
    expect(utf8Bytes(text)).toBe(bytes);
    expect(Buffer.byteLength(text)).toBe(bytes);
  });
});
