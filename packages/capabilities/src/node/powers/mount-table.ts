/** A place where a volume is mounted, and its kind of file system. */
export interface Mount {
  readonly mountPoint: string;
  readonly kind: string;
}

/** Reads the kernel's table of mounts. Source: proc_pid_mountinfo(5). A line it cannot read is left out. */
export function readMounts(mountinfo: string): readonly Mount[] {
  return mountinfo.split('\n').flatMap((line) => {
    const [before, after] = line.split(' - ', 2);
    const mountPoint = before?.split(' ')[4];
    const kind = after?.split(' ')[0];
    return mountPoint === undefined || kind === undefined || kind === ''
      ? []
      : [{ mountPoint: unescaped(mountPoint), kind }];
  });
}

/**
 * Tells whether asking for the size of such a volume may ask another machine, or another program.
 *
 * That would leave the device, and wait for as long as the other side pleases.
 */
export const isServedElsewhere = (kind: string): boolean =>
  SERVED_ELSEWHERE.has(kind) || kind === 'fuse' || kind.startsWith('fuse.');

const SERVED_ELSEWHERE: ReadonlySet<string> = new Set([
  '9p',
  'afs',
  'autofs',
  'beegfs',
  'ceph',
  'cifs',
  'coda',
  'davfs',
  'gfs2',
  'gpfs',
  'lustre',
  'ncpfs',
  'nfs',
  'nfs4',
  'ocfs2',
  'orangefs',
  'smb3',
  'smbfs',
  'virtiofs',
]);

/** The kernel writes space, tab, line feed, backslash and `#` as three octal digits. */
const unescaped = (text: string): string =>
  text.replace(/\\([01][0-7]{2})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
