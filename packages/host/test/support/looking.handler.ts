import { defineHandler } from '@sovereign/capabilities';

/**
 * Looks around itself, and reads the file and the section that it was lent; hangs where it is told to.
 *
 * Its contract stands in the test, and is made there of the built package's own copy.
 */
const look = async (args: unknown, powers: unknown): Promise<object> => {
  const { then } = args as { readonly then?: string };
  if (then === 'hang') for (;;);
  const { file, settings } = powers as {
    readonly file: { readText(path: string): Promise<string> };
    readonly settings: { read(name: string): Promise<unknown> };
  };
  const own = await file.readText('/proc/self/comm');
  const other = await file.readText('/etc/passwd').catch((no: unknown) => (no as Error).message);
  const hidden = await settings.read('web').catch((no: unknown) => (no as Error).message);
  const around = globalThis as unknown as Record<string, unknown>;
  return {
    powers: Object.keys(powers as object).sort(),
    own: own.length > 0,
    other,
    home: await settings.read('home'),
    hidden,
    fetch: typeof around['fetch'],
    environment: Object.keys((around['process'] as NodeJS.Process).env).length,
  };
};

export default defineHandler(look as never);
