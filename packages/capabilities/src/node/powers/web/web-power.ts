import { ContractError } from '../../../contract/contract-error.js';
import { isWhole } from '../../../internal/whole.js';
import type { WebPower } from '../../../powers/powers.js';
import type { WebDeadlines, WebParts } from './client.js';

/** What an operator may settle about the web. */
export interface NodeWebPowerOptions {
  /** The ports that may be asked: 80 and 443 unless stated. */
  readonly ports?: readonly number[];
  /** How long each part of a fetch may take; 5 s, 5 s, 10 s and 30 s unless stated. */
  readonly deadlines?: Partial<WebDeadlines>;
}

const PORTS = [80, 443];
const DEADLINES: WebDeadlines = {
  resolveMs: 5_000,
  connectMs: 5_000,
  firstByteMs: 10_000,
  totalMs: 30_000,
};
const MAX_DEADLINE_MS = 600_000;

/**
 * Lends the pages of the public Internet, and nothing of this house.
 *
 * A name is looked up once; all its addresses have to be public, and the connection goes to one of
 * them. Literal addresses take the same way. Redirects are checked anew and stay with their host.
 * Time, headers and body are bounded. Nothing of this machine is sent along, nothing is kept.
 *
 * @throws ContractError — when a port or a deadline is not one.
 */
export function nodeWebPower(options: NodeWebPowerOptions = {}): WebPower {
  const settled = {
    ports: readPorts(options.ports ?? PORTS),
    deadlines: readDeadlines(options.deadlines ?? {}),
  };
  let client: Promise<WebPower> | undefined;
  return Object.freeze<WebPower>({
    get: async (url, how) => (await (client ??= clientOf(settled))).get(url, how),
  });
}

/** HTTP and TLS take a tenth of a second to load: whoever fetches nothing does without. */
async function clientOf(settled: Pick<WebParts, 'ports' | 'deadlines'>): Promise<WebPower> {
  const [{ createWebClient }, { publicAddresses }, { nameServers }, { tcpDial }] =
    await Promise.all([
      import('./client.js'),
      import('./public-addresses.js'),
      import('./resolve.js'),
      import('./dial.js'),
    ]);
  return createWebClient({
    ...settled,
    vet: publicAddresses(),
    resolve: nameServers(),
    dial: tcpDial(),
  });
}

function readPorts(ports: readonly number[]): ReadonlySet<number> {
  if (!ports.every((port) => isWhole(port, 1, 65_535)))
    throw new ContractError('web', '`ports` are whole numbers from 1 to 65,535');
  return new Set(ports);
}

function readDeadlines(stated: Partial<WebDeadlines>): WebDeadlines {
  const deadlines = { ...DEADLINES, ...stated };
  if (!Object.values(deadlines).every((ms) => isWhole(ms, 1, MAX_DEADLINE_MS)))
    throw new ContractError('web', '`deadlines` are milliseconds from 1 to 600,000');
  return deadlines;
}
