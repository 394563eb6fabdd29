import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { isServedElsewhere, readMounts } from '../../../src/node/powers/mount-table.js';

describe('readMounts', () => {
  it('reads places and kinds, whatever the number of optional fields', () => {
    const lines = [
      '36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 shared:2 - ext3 /dev/root rw,errors=continue',
      '37 36 0:5 / /a\\011b\\012c\\134d\\043 rw - xfs /dev/sdb1 rw',
    ];
    expect(readMounts(lines.join('\n'))).toEqual([
      { mountPoint: '/mnt2', kind: 'ext3' },
      { mountPoint: '/a\tb\nc\\d#', kind: 'xfs' },
    ]);
  });

  test.prop([fc.string()])('for every text: never throws', (text) => {
    expect(readMounts(text)).toBeInstanceOf(Array);
  });
});

describe('isServedElsewhere', () => {
  it.each(['nfs', 'nfs4', 'cifs', 'fuse', 'fuse.sshfs', 'autofs', '9p'])('holds for %s', (kind) => {
    expect(isServedElsewhere(kind)).toBe(true);
  });

  it.each(['ext4', 'btrfs', 'fuseblk', 'overlay', 'vfat'])('does not hold for %s', (kind) => {
    expect(isServedElsewhere(kind)).toBe(false);
  });
});
