import { registerHooks } from 'node:module';
import process from 'node:process';
import type { FromWorker, ToWorker } from '../../bounds/channel/messages.js';
import { frameOf, frameReader } from '../../bounds/channel/frames.js';
import { serve } from '../../bounds/inside/serve.js';
import { handlerRealm } from './handler-realm.js';

// The program of a worker process: it reads frames from its standard input, writes frames to its
// standard output, and ends when nobody listens any more. Everything it needs of the runtime is taken
// before the realm is confined, and nothing of it is left where a handler could find it.

const { stdin, stdout, exit } = process;
const leave = (code: number): never => exit(code);

/** The host sends nothing larger: arguments are at most a mebibyte, and what powers answer 64. */
const MOST_BYTES = 134_217_728;

const say = (message: FromWorker): void => void stdout.write(frameOf(message));
const { load, timers, afterwards } = handlerRealm(registerHooks);
const service = serve({ say, load, timers, afterwards });

process.on('uncaughtException', (thrown) => {
  service.threw(thrown);
  // What it left behind is not known: it takes no other call.
  afterwards(() => stdout.end(() => leave(1)));
});

const reader = frameReader(() => MOST_BYTES);
stdin.on('data', (bytes) => {
  const messages = reader.take(bytes);
  if (messages === undefined) return leave(1);
  for (const message of messages) service.hear(message as ToWorker);
});
stdin.on('end', () => leave(0));
stdin.on('error', () => leave(0));
stdout.on('error', () => leave(0));

say({ is: 'ready' });
