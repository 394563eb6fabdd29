// What a handler could try that had found its way out of its realm: everything, with Node's own modules.
// Prints, for each attempt, whether anything was gained by it.
const { parent, port, udpPort, unixSocket, secret, store } = JSON.parse(process.argv[2]);
const tries = {};
const attempt = async (name, work) => {
  try {
    tries[name] = (await work()) !== false;
  } catch {
    tries[name] = false;
  }
};
const module = (name) => import(`node:${name}`);

await attempt('reads a file', async () => (await module('fs')).readFileSync(secret, 'utf8') !== '');
await attempt('reads /etc/passwd', async () => (await module('fs')).readFileSync('/etc/passwd'));
await attempt('lists a folder', async () => (await module('fs')).readdirSync('/').includes('root'));
await attempt('writes a file', async () =>
  (await module('fs')).writeFileSync(`${secret}.out`, 'x'),
);
await attempt('opens a store', async () => {
  const { DatabaseSync } = await module('sqlite');
  new DatabaseSync(store).exec('SELECT * FROM sqlite_schema');
});
await attempt('connects', async () => {
  const { connect } = await module('net');
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false));
    setTimeout(() => resolve(false), 1_000);
  });
});
await attempt('reaches a socket of the system', async () => {
  const { connect } = await module('net');
  return new Promise((resolve) => {
    const socket = connect(unixSocket, () => resolve(true));
    socket.on('error', () => resolve(false));
  });
});
await attempt('fetches', async () => (await fetch(`http://127.0.0.1:${port}/`)).ok);
await attempt('has a datagram answered', async () => {
  const socket = (await module('dgram')).createSocket('udp4');
  return new Promise((resolve) => {
    socket.on('error', () => resolve(false));
    socket.on('message', () => resolve(true));
    socket.send('x', udpPort, '127.0.0.1', (error) => error !== null && resolve(false));
    setTimeout(() => resolve(false), 1_000);
  });
});
await attempt('starts a program', async () =>
  (await module('child_process')).execFileSync('/bin/true'),
);
await attempt(
  'starts a thread',
  async () => new (await module('worker_threads')).Worker('0', { eval: true }),
);
await attempt('reads the environment', () => Object.keys(process.env).some((key) => key !== 'PWD'));
await attempt('signals its host', () => process.kill(parent, 0));
process.stdout.write(JSON.stringify(tries), () => process.exit(0));
