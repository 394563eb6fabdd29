import type { FilePower } from '@sovereign/capabilities';
import { listKnown, readKnown } from '../internal/known.js';
import { mapBounded } from '../internal/map-bounded.js';
import { isOuterInterface, readInterfaces, type Interface } from '../linux/interfaces.js';

const AT_ONCE = 8;
/** Interfaces beyond this are not even looked at. */
const MAX_LOOKED_AT = 256;
const MAX_TABLE_BYTES = 4_194_304;

/** Reads the network interfaces of the device itself, by name; null where they cannot be listed. */
export async function readNetwork(
  file: FilePower,
  signal: AbortSignal,
): Promise<readonly Interface[] | null> {
  const listed = await listKnown(file, '/sys/class/net');
  if (listed === null) return null;
  const names = listed.filter(isOuterInterface).slice(0, MAX_LOOKED_AT);
  const states = await mapBounded(names, AT_ONCE, signal, (name) =>
    readKnown(file, `/sys/class/net/${name}/operstate`),
  );
  const [fibTrie, route, ifInet6] = await Promise.all([
    readKnown(file, '/proc/self/net/fib_trie', MAX_TABLE_BYTES),
    readKnown(file, '/proc/self/net/route', MAX_TABLE_BYTES),
    readKnown(file, '/proc/self/net/if_inet6', MAX_TABLE_BYTES),
  ]);
  // What has no state is no interface: the folder also holds a file of the bonding driver.
  const known = names.flatMap((name, index) => {
    const state = states[index];
    return typeof state === 'string' ? [[name, state] as const] : [];
  });
  return readInterfaces({ states: new Map(known), fibTrie, route, ifInet6 });
}
