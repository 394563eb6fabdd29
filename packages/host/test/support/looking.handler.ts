import { defineHandler } from '@sovereign/capabilities';

/**
 * Looks around itself, and reads the one file that it was lent; hangs where it is told to.
 *
 * Its contract stands in the test, and is made there of the built package's own copy.
 */
const look = async (args: unknown, powers: unknown): Promise<object> => {
  const { then } = args as { readonly then?: string };
  if (then === 'hang') for (;;);
  const { file } = powers as { readonly file: { readText(path: string): Promise<string> } };
  const own = await file.readText('/proc/self/comm');
  const other = await file.readText('/etc/passwd').catch((no: unknown) => (no as Error).message);
  const around = globalThis as unknown as Record<string, unknown>;
  return {
    powers: Object.keys(powers as object).sort(),
    own: own.length > 0,
    other,
    fetch: typeof around['fetch'],
    environment: Object.keys((around['process'] as NodeJS.Process).env).length,
  };
};

export default defineHandler(look as never);
