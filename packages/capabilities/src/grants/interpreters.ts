/** Programs that run whatever they are handed: leave to use one is leave to do anything. */
const INTERPRETERS: ReadonlySet<string> = new Set([
  'ash',
  'awk',
  'bash',
  'bun',
  'busybox',
  'cmd',
  'csh',
  'dash',
  'deno',
  'doas',
  'env',
  'fish',
  'gawk',
  'irb',
  'ksh',
  'lua',
  'make',
  'nc',
  'node',
  'osascript',
  'perl',
  'php',
  'powershell',
  'pwsh',
  'python',
  'ruby',
  'sed',
  'sh',
  'ssh',
  'su',
  'sudo',
  'tcl',
  'tclsh',
  'tcsh',
  'xargs',
  'zsh',
]);

/**
 * Tells whether a target, or a glob for targets, names an interpreter by its last segment: with a
 * version too (`python3.12`, `node*`).
 */
export function namesInterpreter(target: string): boolean {
  const last = target.toLowerCase().split('/').at(-1) ?? '';
  const word = /^[a-z]+/.exec(last)?.[0];
  return word !== undefined && INTERPRETERS.has(word) && /^[a-z]+[\d.*?]*$/.test(last);
}
