import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:tls';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';

// A certificate that vouches for itself, made where it is used: no key lies in the repository.

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: readonly Uint8Array[]): Buffer => tlv(0x30, ...parts);
const oid = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, 'hex'));
const time = (text: string): Buffer => tlv(0x18, Buffer.from(text));

const COMMON_NAME = oid('550403');
const ALTERNATIVE_NAME = oid('551d11');
const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));

/** A key, and a certificate for exactly these names and addresses (IPv4). */
export function certificateFor(names: readonly string[], addresses: readonly string[] = []) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = sequence(
    tlv(0x31, sequence(COMMON_NAME, tlv(0x0c, Buffer.from(names[0] ?? 'nobody')))),
  );
  const alternatives = sequence(
    ...names.map((name) => tlv(0x82, Buffer.from(name))),
    ...addresses.map((address) => tlv(0x87, Buffer.from(address.split('.').map(Number)))),
  );
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    subject,
    sequence(time('20200101000000Z'), time('21000101000000Z')),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(ALTERNATIVE_NAME, tlv(0x04, alternatives)))),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(
    body,
    ECDSA_WITH_SHA256,
    tlv(0x03, Buffer.from([0]), signature),
  ).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}

/** A server of TLS that says hello with this certificate. */
export const secured = (identity: ReturnType<typeof certificateFor>): Server =>
  createServer({ ...identity, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
    socket.on('error', () => undefined);
    socket.end(`${String(socket.servername)} ${String(socket.alpnProtocol)}`);
  });

/** A server of HTTPS. */
export const https = (identity: ReturnType<typeof certificateFor>, listener: RequestListener) =>
  createHttpsServer(identity, listener);
