import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Says why a folder cannot be written to, or nothing if it can. It tries, since the mode of a folder
 * tells nothing of a read-only mount, nor to root.
 */
export function whyNotWritable(folder) {
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, '');
    rmSync(probe);
    return undefined;
  } catch (error) {
    return error.message;
  }
}
