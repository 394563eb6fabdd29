import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { PROCESS_STATES, readProcessStat } from '../../src/linux/process-stat.js';
import { statOf } from '../fixtures/processes.js';

describe('readProcessStat', () => {
  it('reads the fields by the manual’s numbers', () => {
    const fields = Array.from({ length: 52 }, (_, index) => String(index + 1));
    fields[1] = '(name)';
    fields[2] = 'R';
    expect(readProcessStat(`${fields.join(' ')}\n`)).toEqual({
      pid: 1,
      name: 'name',
      state: 'running',
      cpuTicks: 14 + 15,
      startTicks: 22,
      residentPages: 24,
    });
  });

  it.each(['a b', '(sd-pam)', 'a) R 1 (b', ')', '((', 'x) S 1 2 3'])(
    'keeps the name %j whole',
    (name) => {
      expect(readProcessStat(statOf({ pid: 7, name, pages: 3 }))).toMatchObject({
        name,
        residentPages: 3,
        state: 'sleeping',
      });
    },
  );

  it('shows no control characters of a name', () => {
    expect(readProcessStat(statOf({ pid: 7, name: 'a\n\u001b[2Jb' }))?.name).toBe(
      'a\ufffd\ufffd[2Jb',
    );
  });

  it('does not know a state it has no word for', () => {
    expect(readProcessStat(statOf({ pid: 7, name: 'a', state: 'Q' }))?.state).toBeNull();
    expect(readProcessStat(statOf({ pid: 7, name: 'a', state: 'constructor' }))?.state).toBeNull();
  });

  it('does not know what an old or cut line leaves out', () => {
    expect(readProcessStat('7 (a) S 1 2')).toEqual({
      pid: 7,
      name: 'a',
      state: 'sleeping',
      cpuTicks: null,
      startTicks: null,
      residentPages: null,
    });
  });

  it.each([
    '',
    '7',
    '(a) S',
    '7 a S 1',
    'x (a) S 1',
    '-1 (a) S 1',
    '0 (a) S 1',
    '7 (a S 1',
    '7 (a)',
  ])('knows nothing of %j', (text) => {
    expect(readProcessStat(text)).toBeNull();
  });

  test.prop([
    fc.record({
      pid: fc.integer({ min: 1, max: 4_194_304 }),
      name: fc.string({
        unit: fc.constantFrom('a', 'B', '(', ')', ' ', '1', 'S'),
        minLength: 1,
        maxLength: 15,
      }),
      state: fc.constantFrom(...Object.keys(PROCESS_STATES)),
      userTicks: fc.nat(),
      systemTicks: fc.nat(),
      startTicks: fc.nat(),
      pages: fc.nat(),
    }),
  ])('for every process: reads back what the kernel wrote', (process) => {
    expect(readProcessStat(statOf(process))).toEqual({
      pid: process.pid,
      name: process.name.trim() === '' ? null : process.name.trim(),
      state: PROCESS_STATES[process.state as keyof typeof PROCESS_STATES],
      cpuTicks: process.userTicks + process.systemTicks,
      startTicks: process.startTicks,
      residentPages: process.pages,
    });
  });
});
