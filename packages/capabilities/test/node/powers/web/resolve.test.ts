import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { nameServers } from '../../../../src/node/powers/web/resolve.js';
import { refusalOf } from '../refusal.js';

const forever = new AbortController().signal;
const TYPE = { A: 1, AAAA: 28 };

/** What a name server says to a question of either type: addresses as bytes, or how it failed. */
type Answer = readonly (readonly number[])[] | 'no such name' | 'failed' | 'silence';

/** A name server on loopback; notes every name it is asked for. */
async function answering<T>(
  answers: Record<keyof typeof TYPE, Answer>,
  use: (server: string, asked: readonly string[]) => Promise<T>,
): Promise<T> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const end = query.indexOf(0, 12) + 1;
    const type = query.readUInt16BE(end);
    const labels: string[] = [];
    for (let at = 12; at < end - 1; at += 1 + query.readUInt8(at))
      labels.push(query.toString('latin1', at + 1, at + 1 + query.readUInt8(at)));
    asked.push(labels.join('.'));
    const answer = answers[type === TYPE.A ? 'A' : 'AAAA'];
    if (answer === 'silence') return;
    const found = typeof answer === 'string' ? [] : answer;
    const header = Buffer.from(query.subarray(0, 12));
    const code = answer === 'no such name' ? 3 : answer === 'failed' ? 2 : 0;
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    const records = found.map((bytes) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]),
    );
    socket.send(Buffer.concat([header, query.subarray(12, end + 4), ...records]), from.port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  try {
    return await use(`127.0.0.1:${socket.address().port}`, asked);
  } finally {
    socket.close();
  }
}

const V6 = [0x26, 6, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

describe('nameServers', () => {
  it.each<[string, Answer, Answer, unknown]>([
    [
      'every address, IPv4 first',
      [
        [8, 8, 8, 8],
        [127, 0, 0, 1],
      ],
      [V6],
      { gave: ['8.8.8.8', '127.0.0.1', '2606:4700::1'] },
    ],
    ['one family alone', [], [V6], { gave: ['2606:4700::1'] }],
    ['one family where the other fails', [[8, 8, 8, 8]], 'failed', { gave: ['8.8.8.8'] }],
    ['no such name', 'no such name', 'no such name', 'name_not_found'],
    ['a name without addresses', [], [], 'name_not_found'],
    ['a server that fails', 'failed', 'no such name', 'unavailable'],
  ])('tells %s', async (_, a, aaaa, told) => {
    await answering({ A: a, AAAA: aaaa }, async (server) => {
      expect(await refusalOf(nameServers([server])('example.org', forever))).toEqual(told);
    });
  });

  it('asks for exactly the name, once for each family, and in no file of hosts', async () => {
    await answering({ A: 'no such name', AAAA: 'no such name' }, async (server, asked) => {
      const resolve = nameServers([server]);
      expect(await refusalOf(resolve('www.example.org', forever))).toBe('name_not_found');
      expect(asked).toEqual(['www.example.org', 'www.example.org']);
      expect(await refusalOf(resolve('localhost', forever))).toBe('name_not_found');
    });
  });

  it('G08: gives a look-up up when nobody waits any more', async () => {
    await answering({ A: 'silence', AAAA: 'silence' }, async (server) => {
      const until = new AbortController();
      setTimeout(() => until.abort(), 20);
      const began = performance.now();
      expect(await refusalOf(nameServers([server])('example.org', until.signal))).toBe(
        'unavailable',
      );
      expect(performance.now() - began).toBeLessThan(1_500);
    });
  });
});
