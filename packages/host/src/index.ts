// The public surface, every name spelled out.

export type { HostConfig } from './config.js';
export { createHost, type SovereignHost } from './create-host.js';
