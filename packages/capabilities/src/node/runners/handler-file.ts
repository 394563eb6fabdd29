import { open } from 'node:fs/promises';

/** No handler is larger: it is one file of somebody's own work with its few libraries in it. */
const MOST_BYTES = 8_388_608;

/** Reads the one file of a handler. */
export async function readHandlerFile(handler: URL): Promise<string> {
  const file = await open(handler, 'r');
  try {
    const { size } = await file.stat();
    if (size > MOST_BYTES) throw new RangeError('too large');
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
