import { open, type FileHandle } from 'node:fs/promises';
import { syncFolder } from './jsonl-files.js';

const CHUNK = 1 << 20;

/**
 * Moves what stands after the last whole line into a file of its own, `<path>.torn-<time>`.
 *
 * It is copied and flushed before it is cut off, so that no crash in between loses it.
 */
export async function keepTornAside(path: string, file: FileHandle, size: number): Promise<string> {
  const stamp = new Date().toISOString().replaceAll(':', '-');
  const keptPath = `${path}.torn-${stamp}`;
  const kept = await open(keptPath, 'wx', 0o600);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (let position = size; ;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK, position);
      if (bytesRead === 0) break;
      await kept.write(buffer, 0, bytesRead);
      position += bytesRead;
    }
    await kept.sync();
  } finally {
    await kept.close();
  }
  await syncFolder(path);
  await file.truncate(size);
  await file.sync();
  return keptPath;
}
