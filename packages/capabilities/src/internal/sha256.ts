import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

interface NodeCrypto {
  hash?(algorithm: string, data: string, encoding: 'hex'): string;
}
interface NodeProcess {
  getBuiltinModule?(name: string): NodeCrypto | undefined;
}

/**
 * Where Node offers its one-shot hash it is taken, asked for by name at run
 * time so that this module imports nothing of Node: it costs a quarter of the portable one.
 */
const native = (globalThis as { process?: NodeProcess }).process?.getBuiltinModule?.(
  'node:crypto',
)?.hash;

/** SHA-256 of a text as UTF-8, in lower-case hex. */
export const sha256Hex: (text: string) => string = native
  ? (text) => native('sha256', text, 'hex')
  : (text) => bytesToHex(sha256(utf8ToBytes(text)));
