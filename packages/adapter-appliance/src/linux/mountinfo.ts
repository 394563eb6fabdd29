/** A volume at a place. */
export interface Mount {
  /** Which device, as `major:minor`: the same for every place one volume is mounted at. */
  readonly device: string;
  /** Which part of the volume is seen here; `/` for all of it. */
  readonly root: string;
  readonly mountPoint: string;
  /** Whether the volume itself cannot be written; a sandbox that only lets us read does not count. */
  readonly readOnly: boolean;
  readonly filesystem: string;
}

/** Reads /proc/self/mountinfo. A line of another shape is left out. Source: proc_pid_mountinfo(5). */
export function readMountinfo(text: string): readonly Mount[] {
  return text.split('\n').flatMap((line) => mountOf(line) ?? []);
}

function mountOf(line: string): Mount | undefined {
  // Some optional fields, then a lone hyphen, then what the file system itself says.
  const parts = line.split(' - ');
  const [, , device, root, mountPoint] = parts[0]?.split(' ') ?? [];
  const [filesystem = '', , superOptions = ''] = parts[1]?.split(' ') ?? [];
  if (device === undefined || root === undefined || mountPoint === undefined) return undefined;
  if (!/^[0-9]+:[0-9]+$/.test(device) || !mountPoint.startsWith('/') || filesystem === '')
    return undefined;
  return {
    device,
    root: unescaped(root),
    mountPoint: unescaped(mountPoint),
    readOnly: superOptions.split(',').includes('ro'),
    filesystem,
  };
}

/** The kernel writes space, tab, line feed, backslash and `#` as three octal digits. */
const unescaped = (text: string): string =>
  text.replace(/\\([01][0-7]{2})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
