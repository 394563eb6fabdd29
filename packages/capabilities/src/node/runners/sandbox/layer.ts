import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';

/** What the operating system puts around a program. */
export interface Layer {
  /** As reports and the audit name it. */
  readonly name: 'bubblewrap' | 'unshare' | 'none';
  /** Whether the program runs as a user that owns nothing. */
  readonly otherUser: boolean;
  /** What is put in front of a command that reads these files and nothing else. */
  wrap(files: readonly string[]): readonly string[];
}

/** The user of nobody. Source: Linux Standard Base, «User & Group Mnemonics». */
export const NOBODY = 65_534;

/**
 * The layers that may work on this machine, the strongest first. Whether one does is found out by
 * trying it: a kernel or a container may forbid what is installed.
 */
export function layersHere(platform: NodeJS.Platform = process.platform): readonly Layer[] {
  const users = process.getuid?.() === 0 ? [true, false] : [false];
  const bwrap = platform === 'linux' ? find('bwrap') : undefined;
  const unshare = platform === 'linux' ? find('unshare') : undefined;
  return [
    ...users.flatMap((otherUser) => (bwrap === undefined ? [] : [bubblewrap(bwrap, otherUser)])),
    ...users.flatMap((otherUser) => (unshare === undefined ? [] : [ofItsOwn(unshare, otherUser)])),
    ...users.map((otherUser): Layer => ({ name: 'none', otherUser, wrap: () => [] })),
  ];
}

/** Namespaces of its own for users, processes, network, mounts and all else; of the files, those named. */
function bubblewrap(program: string, otherUser: boolean): Layer {
  return Object.freeze<Layer>({
    name: 'bubblewrap',
    otherUser,
    wrap: (files) => [
      program,
      '--unshare-all',
      '--die-with-parent',
      '--new-session',
      '--clearenv',
      '--cap-drop',
      'ALL',
      '--hostname',
      'sandbox',
      ...(otherUser ? [] : ['--uid', String(NOBODY), '--gid', String(NOBODY)]),
      // What a dynamic linker needs.
      ...LIBRARIES.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', path, path]),
      ...files.flatMap((path) => ['--ro-bind', path, path]),
      '--dev',
      '/dev',
      '--remount-ro',
      '/',
      '--chdir',
      '/',
      '--',
    ],
  });
}

const LIBRARIES = ['/lib', '/lib64', '/lib32', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache'];

/** Namespaces of its own for users, processes and network; the files are the runtime's to keep. */
function ofItsOwn(program: string, otherUser: boolean): Layer {
  return Object.freeze<Layer>({
    name: 'unshare',
    otherUser,
    wrap: () => [
      program,
      '--user',
      '--map-current-user',
      '--pid',
      '--net',
      '--ipc',
      '--uts',
      '--fork',
      '--kill-child=SIGKILL',
      '--',
    ],
  });
}

/** Finds a system tool where the system keeps its tools; never in a folder of a user's. */
function find(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/sbin', '/usr/local/bin', '/run/current-system/sw/bin']
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
