import { lookup } from 'node:dns/promises';

/**
 * Answers whether the registry's name is known here. Without a network npm tries for more than a
 * minute before it says so. Behind a proxy the name need not be known, so it counts as known.
 */
export async function knowsRegistry() {
  const { npm_config_registry: set, npm_config_proxy, HTTPS_PROXY, https_proxy } = process.env;
  if (npm_config_proxy ?? HTTPS_PROXY ?? https_proxy) return true;
  try {
    await lookup(new URL(set ?? 'https://registry.npmjs.org/').hostname);
    return true;
  } catch {
    return false;
  }
}

/** What npm and pnpm are told here: without a network, to give up at once and not after a minute. */
export async function networkSettings() {
  return (await knowsRegistry()) ? {} : { npm_config_fetch_retries: '0' };
}
