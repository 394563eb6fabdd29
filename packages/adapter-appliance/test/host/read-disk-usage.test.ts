import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { hostDiskUsage, type DiskUsage } from '../../src/host/host.disk.usage.js';
import { MAX_MOUNT_POINT, MAX_VOLUMES } from '../../src/host/limits.js';
import { DEVICES } from '../fixtures/devices.js';
import type { Device } from '../fixtures/device.js';
import { resultOf, tryOn } from '../fixtures/invoke.js';

const placesOf = ({ volumes }: DiskUsage): readonly string[] =>
  volumes.map(({ mount_point }) => mount_point);

/** A machine with so many data disks. */
const withDisks = (places: readonly string[]): Device => ({
  files: {
    '/proc/self': { link: '1' },
    '/proc/1/mountinfo': places
      .map(
        (place, index) =>
          `${index} 1 8:${index} / ${place.replaceAll(' ', '\\040')} rw - ext4 /dev/sd${index} rw\n`,
      )
      .join(''),
  },
  volumes: Object.fromEntries(
    places.map((place) => [place, { totalBytes: 2, freeBytes: 1, availableBytes: 1 }]),
  ),
});

describe('readDiskUsage', () => {
  it('S3-114 asks the kernel alone: opens its table of mounts and nothing else', async () => {
    for (const device of [DEVICES.raspberryPi5, DEVICES.x86Vm, DEVICES.oddContainer])
      for (const path of (await tryOn(device, hostDiskUsage)).opened)
        expect(path).toMatch(/^\/proc\/\d+\/mountinfo$/);
  });

  it('tells the volumes of a Raspberry Pi, each once', async () => {
    expect(resultOf(await tryOn(DEVICES.raspberryPi5, hostDiskUsage))).toEqual({
      volumes: [
        {
          mount_point: '/',
          filesystem: 'ext4',
          total_bytes: 31e9,
          available_bytes: 21.5e9,
          used_percent: 27.1,
          read_only: false,
        },
        {
          mount_point: '/boot/firmware',
          filesystem: 'vfat',
          total_bytes: 534_765_568,
          available_bytes: 467_000_000,
          used_percent: 12.7,
          read_only: false,
        },
        {
          mount_point: '/data',
          filesystem: 'ext4',
          total_bytes: 983e9,
          available_bytes: 700e9,
          used_percent: 25,
          read_only: false,
        },
      ],
      truncated: false,
    });
  });

  it('leaves out shares, images and second places of one volume, and names one that does not answer', async () => {
    const usage = resultOf<DiskUsage>(await tryOn(DEVICES.x86Vm, hostDiskUsage));
    expect(placesOf(usage)).toEqual(['/', '/boot', '/mnt/broken', '/run/media/my disk\\x']);
    expect(usage.volumes[1]).toMatchObject({ read_only: true });
    expect(usage.volumes[2]).toEqual({
      mount_point: '/mnt/broken',
      filesystem: 'xfs',
      total_bytes: null,
      available_bytes: null,
      used_percent: null,
      read_only: false,
    });
  });

  it('finds its way among the odd mounts of a container', async () => {
    expect(placesOf(resultOf(await tryOn(DEVICES.oddContainer, hostDiskUsage)))).toEqual([
      '/',
      '/var/lib/sovereign',
    ]);
  });

  it('tells one volume by its place, also the second place of one', async () => {
    const one = resultOf<DiskUsage>(
      await tryOn(DEVICES.x86Vm, hostDiskUsage, { mount_point: '/home' }),
    );
    expect(placesOf(one)).toEqual(['/home']);
    const blank = resultOf<DiskUsage>(
      await tryOn(DEVICES.x86Vm, hostDiskUsage, { mount_point: '/run/media/my disk\\x' }),
    );
    expect(blank.volumes[0]).toMatchObject({ used_percent: 0, filesystem: 'exfat' });
  });

  it.each(['/etc', '/mnt/nas', '/home/', '/proc', '/../etc', '/run/media/my\\040disk'])(
    'says that no volume is mounted at %s',
    async (mount_point) => {
      const { outcome, opened } = await tryOn(DEVICES.x86Vm, hostDiskUsage, { mount_point });
      expect(outcome).toMatchObject({ code: 'handler_failed', reason: 'no_such_volume' });
      expect(opened).toEqual(['/proc/4242/mountinfo']);
    },
  );

  it('names at most 64 volumes, and says that there are more', async () => {
    const places = Array.from({ length: MAX_VOLUMES + 1 }, (_, index) => `/disk/${index}`);
    const all = resultOf<DiskUsage>(await tryOn(withDisks(places.slice(1)), hostDiskUsage));
    expect([all.volumes.length, all.truncated]).toEqual([MAX_VOLUMES, false]);
    const more = resultOf<DiskUsage>(await tryOn(withDisks(places), hostDiskUsage));
    expect([more.volumes.length, more.truncated]).toEqual([MAX_VOLUMES, true]);
  });

  it('leaves out a place too long to name, and says so', async () => {
    const usage = resultOf<DiskUsage>(
      await tryOn(withDisks(['/a', `/${'b'.repeat(MAX_MOUNT_POINT)}`]), hostDiskUsage),
    );
    expect([placesOf(usage), usage.truncated]).toEqual([['/a'], true]);
  });

  const place = fc
    .string({
      unit: fc.constantFrom('a', ' ', '\u0001', 'ü', '漢', '"'),
      minLength: MAX_MOUNT_POINT - 3,
      maxLength: MAX_MOUNT_POINT - 1,
    })
    .map((name) => `/${name}`);
  test.prop([fc.uniqueArray(place, { minLength: MAX_VOLUMES, maxLength: MAX_VOLUMES })], {
    numRuns: 10,
  })('for every set of names: the answer fits into its bound', async (places) => {
    expect(resultOf<DiskUsage>(await tryOn(withDisks(places), hostDiskUsage)).volumes).toHaveLength(
      MAX_VOLUMES,
    );
  });
});
