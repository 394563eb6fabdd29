import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { hostProcessList, type ProcessList } from '../../src/host/host.process.list.js';
import { DEVICES } from '../fixtures/devices.js';
import type { Device } from '../fixtures/device.js';
import { resultOf, tryOn } from '../fixtures/invoke.js';
import { PRIVATE, processFiles, statOf } from '../fixtures/processes.js';

const pidsOf = ({ processes }: ProcessList): readonly number[] => processes.map(({ pid }) => pid);

/** The only files of a process that may ever be opened. */
const ALLOWED = /^(?:\/proc|\/proc\/stat|\/proc\/loadavg|\/proc\/\d+\/stat|\/proc\/self\/status)$/;

describe('readProcessList', () => {
  it('S3-116 tells the processes of a Raspberry Pi by memory, in pages of 16 KiB', async () => {
    const { processes, ...rest } = resultOf<ProcessList>(
      await tryOn(DEVICES.raspberryPi5, hostProcessList, { limit: 3 }),
    );
    expect(processes).toEqual([
      {
        pid: 900,
        name: 'node',
        state: 'sleeping',
        resident_bytes: 4_096 * 16_384,
        cpu_seconds: 5,
        started_at: '2026-05-28T20:28:10Z',
      },
      {
        pid: 612,
        name: 'pihole-FTL',
        state: 'sleeping',
        resident_bytes: 3_000 * 16_384,
        cpu_seconds: 1_000,
        started_at: '2026-05-28T20:27:00Z',
      },
      {
        pid: 1,
        name: 'systemd',
        state: 'sleeping',
        resident_bytes: 800 * 16_384,
        cpu_seconds: 10.45,
        started_at: '2026-05-28T20:26:40Z',
      },
    ]);
    expect(rest).toEqual({
      process_count: 7,
      truncated: false,
      load_average: { last_1m: 0.52, last_5m: 0.58, last_15m: 0.59 },
    });
  });

  it('S3-116 tells them by processor time, with names that hold blanks and parentheses', async () => {
    const list = resultOf<ProcessList>(
      await tryOn(DEVICES.raspberryPi5, hostProcessList, { sort_by: 'cpu_time', limit: 50 }),
    );
    expect(pidsOf(list)).toEqual([612, 1, 900, 800, 2, 61, 700]);
    expect(list.processes.map(({ name }) => name)).toEqual([
      'pihole-FTL',
      'systemd',
      'node',
      'a) R 1 (b',
      'kthreadd',
      'kworker/u9:2-events (unbound)',
      '(sd-pam)',
    ]);
    expect(list.processes[3]?.state).toBe('running');
  });

  it('knows pages of 4 KiB on x86, and the states of the kernel', async () => {
    const list = resultOf<ProcessList>(await tryOn(DEVICES.x86Vm, hostProcessList));
    expect(list.processes[0]).toMatchObject({ name: 'node', resident_bytes: 15_000 * 4_096 });
    expect(list.processes.at(-1)).toMatchObject({
      name: 'Web Content',
      state: 'zombie',
      resident_bytes: 0,
    });
  });

  it('skips what has ended, and says null for what a container does not tell', async () => {
    const { outcome, defects } = await tryOn(DEVICES.oddContainer, hostProcessList);
    expect(resultOf({ outcome, defects })).toEqual({
      processes: [
        {
          pid: 7,
          name: 'node',
          state: 'sleeping',
          resident_bytes: null,
          cpu_seconds: 0.01,
          started_at: null,
        },
      ],
      process_count: 1,
      truncated: false,
      load_average: null,
    });
  });

  it('S3-117 opens no file of a process but its `stat`', async () => {
    for (const device of [DEVICES.raspberryPi5, DEVICES.x86Vm, DEVICES.oddContainer])
      for (const sort_by of ['memory', 'cpu_time']) {
        const tried = await tryOn(device, hostProcessList, { sort_by, limit: 50 });
        const own = device.files['/proc/self'];
        const self = typeof own === 'object' && 'link' in own ? own.link : '';
        for (const path of tried.opened)
          expect(path.replace(`/proc/${self}/status`, '/proc/self/status')).toMatch(ALLOWED);
        expect(JSON.stringify(tried.outcome)).not.toContain(PRIVATE);
      }
  });

  const processes = fc.uniqueArray(
    fc.record({
      pid: fc.integer({ min: 1, max: 4_194_304 }),
      name: fc.oneof(
        fc.string({ maxLength: 15 }),
        fc.constantFrom('cmdline', '../environ', '..', 'self', '/proc/1/cmdline'),
      ),
      state: fc.constantFrom('R', 'S', 'Z', '?'),
      userTicks: fc.nat(),
      pages: fc.nat(),
    }),
    { selector: ({ pid }) => pid, minLength: 1, maxLength: 30 },
  );

  test.prop([processes, fc.constantFrom('memory', 'cpu_time'), fc.integer({ min: 1, max: 50 })], {
    numRuns: 50,
  })(
    'S3-117 for every table of processes: no command line, environment, folder, program or mapping is opened',
    async (table, sort_by, limit) => {
      const [own] = table;
      const device: Device = {
        files: {
          ...Object.assign({}, ...table.map((process) => processFiles(process))),
          '/proc/self': { link: String(own?.pid) },
          '/proc/stat': 'btime 1780000000\n',
        },
        volumes: {},
      };
      const tried = await tryOn(device, hostProcessList, { sort_by, limit });
      for (const path of tried.opened)
        expect(path.replace(`/proc/${own?.pid}/status`, '/proc/self/status')).toMatch(ALLOWED);
      const list = resultOf<ProcessList>(tried);
      expect(JSON.stringify(list)).not.toContain(PRIVATE);
      expect(list.processes).toHaveLength(Math.min(limit, table.length));
      expect(list.process_count).toBe(table.length);
      const figure = sort_by === 'memory' ? 'pages' : 'userTicks';
      const figures = pidsOf(list).map(
        (pid) => table.find((process) => process.pid === pid)?.[figure] ?? -1,
      );
      expect(figures).toEqual([...figures].sort((a, b) => b - a));
    },
  );

  it('looks at 10,000 processes at most, counts all, and says so', async () => {
    const stats = Array.from({ length: 10_001 }, (_, index) => [
      `/proc/${index + 1}/stat`,
      statOf({ pid: index + 1, name: 'a', pages: 1 }),
    ]);
    const device = {
      files: { ...Object.fromEntries(stats), '/proc/stat': 'btime 1\n' },
      volumes: {},
    };
    const list = resultOf<ProcessList>(await tryOn(device, hostProcessList));
    expect([list.process_count, list.truncated, list.processes.length]).toEqual([10_001, true, 10]);
  });
});
