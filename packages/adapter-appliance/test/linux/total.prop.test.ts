import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { readBootSeconds } from '../../src/linux/boot-time.js';
import { readInterfaces } from '../../src/linux/interfaces.js';
import { readIpv4Addresses } from '../../src/linux/ipv4-addresses.js';
import { readIpv6Addresses } from '../../src/linux/ipv6-addresses.js';
import { readLoadAverage } from '../../src/linux/load-average.js';
import { readMeminfo } from '../../src/linux/meminfo.js';
import { readModel } from '../../src/linux/model.js';
import { readMountinfo } from '../../src/linux/mountinfo.js';
import { readPrettyName } from '../../src/linux/os-release.js';
import { readPageBytes } from '../../src/linux/page-size.js';
import { readPressure } from '../../src/linux/pressure.js';
import { readProcessStat } from '../../src/linux/process-stat.js';
import { readNetworks } from '../../src/linux/routes.js';
import { storageMounts } from '../../src/linux/storage.js';
import { deviceCelsius, readCelsius } from '../../src/linux/temperature.js';
import { readUptimeSeconds } from '../../src/linux/uptime.js';
import { DEVICES } from '../fixtures/devices.js';

const real = Object.values(DEVICES).flatMap(({ files }) =>
  Object.values(files).filter((entry) => typeof entry === 'string'),
);

/** Any text, and texts of a kernel with a piece cut out, doubled or replaced. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .tuple(
      fc.constantFrom(...real),
      fc.nat({ max: 400 }),
      fc.nat({ max: 20 }),
      fc.string({ maxLength: 6 }),
    )
    .map(([whole, at, length, piece]) => whole.slice(0, at) + piece + whole.slice(at + length)),
);

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  readBootSeconds,
  readCelsius,
  readIpv4Addresses,
  readIpv6Addresses,
  readLoadAverage,
  readMeminfo,
  readModel,
  readMountinfo,
  readNetworks,
  readPressure,
  readPrettyName,
  readProcessStat,
  readUptimeSeconds,
  readPageBytes: (whole) => readPageBytes(whole, whole),
  storageMounts: (whole) => storageMounts(readMountinfo(whole)),
  deviceCelsius: (whole) => deviceCelsius([{ type: whole, celsius: readCelsius(whole) }]),
  readInterfaces: (whole) =>
    readInterfaces({
      states: new Map([
        ['eth0', whole],
        [whole, 'up'],
      ]),
      fibTrie: whole,
      route: whole,
      ifInet6: whole,
    }),
};

/** Every number in a value, at any depth. */
const numbersIn = (value: unknown): readonly number[] =>
  typeof value === 'number'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(numbersIn)
      : [];

describe.each(Object.entries(PARSERS))('%s', (_, parse) => {
  test.prop([text], { numRuns: 300 })(
    'for every text: never throws, and never makes up a number',
    (whole) => {
      for (const figure of numbersIn(parse(whole))) expect(Number.isFinite(figure)).toBe(true);
    },
  );

  test.prop([fc.string({ unit: fc.constantFrom('x', 'y', ' ', '\n', ':', '#'), maxLength: 60 })])(
    'for every text without a digit: knows no number at all',
    (whole) => {
      expect(numbersIn(parse(whole))).toEqual([]);
    },
  );
});
