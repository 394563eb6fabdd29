import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readMountinfo } from '../../src/linux/mountinfo.js';

const only = (line: string) => readMountinfo(`${line}\n`)[0];

describe('readMountinfo', () => {
  it('reads a line with no, one and many optional fields', () => {
    for (const optional of ['', 'shared:1 ', 'shared:1 master:2 propagate_from:3 unbindable '])
      expect(
        only(`36 35 98:0 /part /mnt rw,noatime ${optional}- ext3 /dev/root rw,errors=continue`),
      ).toEqual({
        device: '98:0',
        root: '/part',
        mountPoint: '/mnt',
        readOnly: false,
        filesystem: 'ext3',
      });
  });

  it('sees a volume that may not be written to, whatever a sandbox lets this program do', () => {
    expect(only('1 1 8:1 / /a rw,relatime - ext4 /dev/sda1 ro,x=1')?.readOnly).toBe(true);
    expect(only('1 1 8:1 / /a ro,relatime - ext4 /dev/sda1 rw')?.readOnly).toBe(false);
    expect(only('1 1 8:1 / /a rw - ext4 /dev/sda1 rw,errors=remount-ro')?.readOnly).toBe(false);
  });

  it.each([
    'garbage',
    '36 35 98:0 / /mnt rw',
    '36 35 98:0 / /mnt rw - ',
    '36 35 98 / /mnt rw - ext4 x rw',
    '36 35 98:0 / mnt rw - ext4 x rw',
  ])('leaves out %j', (line) => {
    expect(readMountinfo(line)).toEqual([]);
  });

  /** As the kernel does: seq_path and mangle. */
  const escaped = (text: string): string =>
    text.replace(
      /[ \t\n\\#]/g,
      (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
    );

  test.prop([
    fc.string({
      unit: fc.constantFrom(' ', '\t', '\n', '\\', '#', '0', '4', '-', 'ü', '/'),
      maxLength: 12,
    }),
  ])('for every name: reads back what the kernel escaped', (name) => {
    expect(only(`1 1 8:1 / ${escaped(`/${name}`)} rw - ext4 /dev/sda1 rw`)?.mountPoint).toBe(
      `/${name}`,
    );
  });
});
