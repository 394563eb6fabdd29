import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { Mount } from '../../src/linux/mountinfo.js';
import { storageAt, storageMounts } from '../../src/linux/storage.js';

const mount = (mountPoint: string, device: string, filesystem = 'ext4', root = '/'): Mount => ({
  device,
  root,
  mountPoint,
  readOnly: false,
  filesystem,
});
const placesOf = (mounts: readonly Mount[]) =>
  storageMounts(mounts).map(({ mountPoint }) => mountPoint);

describe('storageMounts', () => {
  it.each([
    'proc',
    'sysfs',
    'tmpfs',
    'devtmpfs',
    'cgroup2',
    'squashfs',
    'autofs',
    'nfs4',
    'cifs',
    'fuse.sshfs',
    '9p',
    'never-heard-of',
  ])('leaves out the kind %s', (kind) => {
    expect(placesOf([mount('/a', '0:1', kind)])).toEqual([]);
  });

  it('names a device once: where all of it is mounted, else at the shortest place', () => {
    const all = mount('/data', '8:1');
    const part = mount('/srv', '8:1', 'ext4', '/backups');
    expect(placesOf([part, all])).toEqual(['/data']);
    expect(placesOf([all, part])).toEqual(['/data']);
    expect(
      placesOf([mount('/home', '0:9', 'btrfs', '/@home'), mount('/', '0:9', 'btrfs', '/@')]),
    ).toEqual(['/']);
  });

  it('takes the layers of a container for storage at `/` alone', () => {
    expect(
      placesOf([mount('/', '0:1', 'overlay'), mount('/var/lib/docker/x/merged', '0:2', 'overlay')]),
    ).toEqual(['/']);
  });

  it('leaves out the single files of a container', () => {
    expect(placesOf([mount('/etc/hosts', '8:1', 'ext4', '/c/hosts')])).toEqual([]);
  });

  it('sees the last of several mounts at one place', () => {
    expect(placesOf([mount('/media', '8:1'), mount('/media', '0:7', 'tmpfs')])).toEqual([]);
  });

  const mounts = fc.array(
    fc
      .tuple(
        fc.constantFrom('/', '/a', '/a/b', '/c'),
        fc.constantFrom('8:1', '8:2'),
        fc.constantFrom('ext4', 'tmpfs', 'nfs'),
        fc.constantFrom('/', '/@'),
      )
      .map(([place, device, kind, root]) => mount(place, device, kind, root)),
  );
  test.prop([mounts])('for every table: each device and each place at most once', (table) => {
    const chosen = storageMounts(table);
    expect(new Set(chosen.map(({ device }) => device)).size).toBe(chosen.length);
    expect(new Set(chosen.map(({ mountPoint }) => mountPoint)).size).toBe(chosen.length);
  });
});

describe('storageAt', () => {
  it('finds a place also where its device is named by another one', () => {
    const home = mount('/home', '0:9', 'btrfs', '/@home');
    expect(storageAt([mount('/', '0:9', 'btrfs', '/@'), home], '/home')).toEqual(home);
  });

  it('finds no folder, share or hidden mount', () => {
    const table = [
      mount('/', '8:1'),
      mount('/nas', '0:3', 'nfs4'),
      mount('/m', '8:2'),
      mount('/m', '0:4', 'tmpfs'),
    ];
    for (const place of ['/etc', '/nas', '/m', '', '/home/..'])
      expect(storageAt(table, place)).toBeUndefined();
  });
});
