import { registerHooks } from 'node:module';
import process from 'node:process';
import { parentPort } from 'node:worker_threads';
import type { ToWorker } from '../../bounds/channel/messages.js';
import { serve } from '../../bounds/inside/serve.js';
import { handlerRealm } from './handler-realm.js';

// The program of a worker thread. Messages are texts: whatever a handler answers has been measured
// and written as JSON before it leaves the thread.

const port = parentPort;
if (port === null) throw new Error('this program runs in a worker thread');
const { exit } = process;
const post = port.postMessage.bind(port);

const { load, timers, afterwards } = handlerRealm(registerHooks);
const service = serve({
  say: (message) => post(JSON.stringify(message)),
  load,
  timers,
  afterwards,
});

process.on('uncaughtException', (thrown) => {
  service.threw(thrown);
  // What it left behind is not known: it takes no other call.
  afterwards(() => exit(1));
});
port.on('message', (text: string) => service.hear(JSON.parse(text) as ToWorker));

post(JSON.stringify({ is: 'ready' }));
