import { describe, expect, it } from 'vitest';
import { createHearing } from '../../src/bounds/hearing.js';

function heardBy() {
  const told: unknown[] = [];
  return { told, heard: (message: unknown) => told.push(message), gone: () => told.push('gone') };
}

describe('hearing', () => {
  it('is one ear at a time', () => {
    const hearing = createHearing(() => undefined);
    const [first, second] = [heardBy(), heardBy()];
    hearing.listen(first, 10);
    hearing.heard(1);
    hearing.listen(second, 10);
    hearing.heard(2);
    expect([first.told, second.told]).toEqual([[1], [2]]);
  });

  it('S1-073 counts all that comes for one ear, and from the start for the next', () => {
    const hearing = createHearing(() => undefined);
    hearing.listen(heardBy(), 10);
    expect([hearing.count(6), hearing.left(), hearing.count(4), hearing.count(1)]).toEqual([
      true,
      4,
      true,
      false,
    ]);
    hearing.listen(heardBy(), 10);
    expect(hearing.count(10)).toBe(true);
  });

  it('ends once: stopped first, then told, and whoever listens later is told as well', async () => {
    const order: string[] = [];
    const hearing = createHearing(() => order.push('stopped'));
    hearing.listen({ heard: () => order.push('heard'), gone: () => order.push('gone') }, 10);
    hearing.goes();
    hearing.goes();
    hearing.heard(1);
    expect(order).toEqual(['stopped', 'gone']);
    const later = heardBy();
    hearing.listen(later, 10);
    expect(later.told).toEqual([]);
    await Promise.resolve();
    expect(later.told).toEqual(['gone']);
  });
});
