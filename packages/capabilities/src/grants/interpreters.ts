import { compileGlob } from '../contract/glob/glob.js';

const SHELLS = `
  ash bash busybox cmd csh dash elvish fish ksh mksh nu powershell pwsh rbash rksh rzsh sh tcsh toybox
  xonsh yash zsh`;
const LANGUAGES = `
  awk bun cscript deno erl expect gawk ghci gjs groovy guile iex irb java jruby jshell julia lua luajit
  mawk mshta nawk node nodejs ocaml osascript perl php pypy python qjs r racket rscript ruby scala sed
  sqlite tcl tclsh tsx wish wscript`;
/** What runs another program, or one that it fetches. */
const STARTERS = `
  at bunx bwrap chroot cron crontab dbus-run-session doas docker ed emacs env ex find flock gdb git
  ionice less ltrace make man more nc ncat netcat nice nohup npm npx nsenter parallel pip pipx pkexec
  pnpm podman rsync run-parts rundll32 runuser scp screen script setsid socat ssh start-stop-daemon
  stdbuf strace su sudo systemd-run tar taskset tee telnet time timeout tmux unshare uvx vi vim watch
  xargs xterm yarn zip`;

/** Programs that run whatever they are handed: leave to use one is leave to do anything. */
const INTERPRETERS: readonly string[] = [SHELLS, LANGUAGES, STARTERS].flatMap((names) =>
  names.trim().split(/\s+/),
);

const KNOWN: ReadonlySet<string> = new Set(INTERPRETERS);

/** What a program's name may have behind it: a version, and on Windows the kind of file. */
const EXTENSION = /\.(?:exe|com|cmd|bat|ps1)$/;
const VERSION = /[-_.]?\d[\d._-]*$/;
const UNKNOWN_VERSION = /[-_.]?[\d._*?-]+$/;

/**
 * Tells whether a target names an interpreter by its last segment, with a version too (`python3.12`,
 * `bash-5.2`, `pwsh.exe`); or whether a glob for targets fits the name of one (`node*`, `b?sh`).
 *
 * A last segment without any letter, such as `*`, names nothing: whoever writes that wrote «any».
 */
export function namesInterpreter(target: string): boolean {
  const last = target.toLowerCase().split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(EXTENSION, '');
  if (KNOWN.has(plain) || KNOWN.has(plain.replace(VERSION, ''))) return true;
  if (!/[*?]/.test(last) || !/[a-z]/.test(last)) return false;
  return [last, plain.replace(UNKNOWN_VERSION, '')].some(fitsOne);
}

/** What cannot be understood as a glob is refused elsewhere. */
function fitsOne(pattern: string): boolean {
  const glob = compileGlob('name', pattern);
  return (
    glob !== undefined &&
    INTERPRETERS.some((name) => glob.matches(name) || glob.matches(`${name}.exe`))
  );
}
