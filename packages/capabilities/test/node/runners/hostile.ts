/** Writes the one file of a handler around a body; `args`, `powers` and `signal` are in reach. */
export const handlerFile = (body: string, before = ''): string => `
${before}
export default Object.defineProperty({}, Symbol.for('@sovereign/capabilities/handler'), {
  value: async (args, powers, signal, invocation) => { ${body} },
});`;

/** What a handler is tried with: its body, and every way in which it may end. */
export interface Hostile {
  readonly title: string;
  readonly body: string;
  readonly before?: string;
  /** The code it ends with; `completed` where it runs and gains nothing. */
  readonly ends: readonly string[];
  /** Whether a thread is held to it as well. */
  readonly notIn?: 'thread';
}

const gainsNothing = (attempt: string): string => `
  let gained = false;
  try { ${attempt}; gained = true; } catch {}
  return { gained };`;

/** Handlers that break every promise there is. Source: the attack cases of the threat model. */
export const HOSTILE: readonly Hostile[] = [
  { title: 'loops for ever', body: 'for (;;);', ends: ['timed_out'] },
  {
    title: 'never settles, and ignores its signal',
    body: 'setInterval(() => {}, 1); return new Promise(() => {});',
    ends: ['timed_out'],
  },
  {
    title: 'starves the event loop with promises',
    body: 'for (;;) await null;',
    ends: ['timed_out'],
  },
  {
    title: 'answers, and starves its worker afterwards',
    body: 'void (async () => { for (;;) await null; })(); return { gained: false };',
    ends: ['timed_out'],
  },
  {
    title: 'allocates objects without end',
    body: 'const held = []; for (;;) held.push(new Array(1000).fill({}));',
    ends: ['worker_lost', 'timed_out', 'handler_failed'],
  },
  {
    title: 'allocates buffers without end',
    body: 'const held = []; for (;;) held.push(new Uint8Array(16777216).fill(1));',
    ends: ['worker_lost', 'timed_out', 'handler_failed'],
    notIn: 'thread',
  },
  {
    title: 'answers with a gigabyte',
    body: "return { text: 'x'.repeat(500_000_000), more: 'x'.repeat(500_000_000) };",
    ends: ['result_too_large', 'worker_lost', 'handler_failed'],
  },
  {
    title: 'answers with a million nested lists',
    body: 'let value = []; for (let depth = 0; depth < 1_000_000; depth += 1) value = [value]; return { value };',
    ends: ['invalid_result', 'result_too_large', 'timed_out'],
  },
  {
    title: 'answers with what is no data',
    body: 'return { gained: false, get trap() { throw new Error() } };',
    ends: ['invalid_result'],
  },
  {
    title: 'floods its notes',
    body: "for (;;) powers.log.note('x'.repeat(1000), {});",
    ends: ['worker_lost', 'timed_out'],
  },
  {
    title: 'floods a power with wishes',
    body: "await Promise.all(Array.from({ length: 100000 }, () => powers.file.readText('/x'))); return {};",
    ends: ['worker_lost', 'handler_failed', 'timed_out'],
  },
  {
    title: 'throws from a timer that it left',
    body: "setTimeout(() => { throw new Error('stray') }, 1); await new Promise((done) => setTimeout(done, 50)); return { gained: false };",
    ends: ['handler_failed', 'worker_lost'],
  },
  { title: 'ends its process', body: gainsNothing('process.exit(7)'), ends: ['completed'] },
  { title: 'aborts its process', body: gainsNothing('process.abort()'), ends: ['completed'] },
  {
    title: 'opens a socket',
    body: gainsNothing("(await import('node:net')).connect(80, '127.0.0.1')"),
    ends: ['completed'],
  },
  { title: 'fetches', body: gainsNothing("await fetch('http://127.0.0.1/')"), ends: ['completed'] },
  {
    title: 'reads a file',
    body: gainsNothing("(await import('node:fs')).readFileSync('/etc/passwd')"),
    ends: ['completed'],
  },
  {
    title: 'reads the environment',
    body: 'return { gained: Object.keys(process.env).length > 0 };',
    ends: ['completed'],
  },
  {
    title: 'opens the host’s store',
    body: gainsNothing("new (await import('node:sqlite')).DatabaseSync('/tmp/x.db')"),
    ends: ['completed'],
  },
  {
    title: 'signals its parent',
    body: gainsNothing('process.kill(process.ppid, 9)'),
    ends: ['completed'],
  },
  {
    title: 'debugs',
    body: gainsNothing('process._debugProcess(1)'),
    ends: ['completed'],
  },
  {
    title: 'starts a program',
    body: gainsNothing("(await import('node:child_process')).execSync('id')"),
    ends: ['completed'],
  },
  {
    title: 'loads an addon',
    body: gainsNothing("process.dlopen({ exports: {} }, '/x.node')"),
    ends: ['completed'],
  },
  {
    title: 'asks for a built-in module by every other way',
    body: `
      const ways = [
        () => process.getBuiltinModule('fs'), () => process.binding('fs'), () => require('fs'),
        () => Function('return process')().mainModule.require('fs'),
        () => new Function('return import("node:fs")')(), () => import('data:text/javascript,0'),
        () => import('fs'), () => import('file:///etc/passwd'), () => (0, eval)('import("fs")'),
      ];
      let gained = false;
      for (const way of ways) try { const got = await way(); gained ||= got !== undefined; } catch {}
      return { gained };`,
    ends: ['completed'],
  },
];
