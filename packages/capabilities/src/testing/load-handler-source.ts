/**
 * Imports a handler module from its TypeScript source, for the inline runner in tests:
 * a contract names the built `.js`, which is not there yet.
 */
export function loadHandlerSource(handler: URL): Promise<unknown> {
  return import(/* @vite-ignore */ handler.href.replace(/\.js$/, '.ts'));
}
