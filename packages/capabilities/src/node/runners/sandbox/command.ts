import { NOBODY, type Layer } from './layer.js';

/** A program with its arguments, and as whom it is started. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

export interface CommandOptions {
  readonly layer: Layer;
  readonly node: string;
  readonly flags: readonly string[];
  /** The program, and what it is told. */
  readonly program: string;
  readonly args?: readonly string[];
  /** How much the whole process may have, its machine code and buffers too, in mebibytes. */
  readonly dataMb: number;
}

/**
 * Puts limits, layers and program together.
 *
 * The limits are the shell's own and hold for all behind it: memory, since the heap's limit does not
 * hold buffers; no files written, no memory dumped; and an hour of processor time, so that one whose
 * host was killed does not turn for ever.
 */
export function commandOf(options: CommandOptions): Command {
  const { layer, node, flags, program, args = [], dataMb } = options;
  const behind = [...layer.wrap([node, program]), node, ...flags, program, ...args];
  const user = layer.otherUser ? { uid: NOBODY, gid: NOBODY } : undefined;
  if (process.platform === 'win32') {
    const [file = node, ...rest] = behind;
    return { file, args: rest, user };
  }
  const limits = `ulimit -c 0; ulimit -f 0; ulimit -t 3600; ulimit -d ${dataMb * 1_024}; exec "$@"`;
  return { file: '/bin/sh', args: ['-c', limits, 'sh', ...behind], user };
}
