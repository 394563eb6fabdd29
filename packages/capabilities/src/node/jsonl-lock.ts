import { randomInt, randomUUID } from 'node:crypto';
import { open, readdir, readFile, rename, statfs, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuditLockedError } from './audit-locked-error.js';
import { errorCode } from './error-code.js';
import { identifyProcess, isGone, type ProcessIdentity } from './process-identity.js';

const TRIES = 6;

// File systems that several machines may have mounted: there, a holder need not be of this machine.
const SHARED: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400, 0x01161970,
  0x7461636f, 0x0bd00bd0, 0x5346414f,
]);

/** A lock that is held until it is let go, or its process is gone. */
export interface FileLock {
  release(): Promise<void>;
}

/**
 * Takes the one lock on a log, or says who holds it.
 *
 * Each contender first puts down a claim of its own, `<path>.lock-<uuid>`, whole and under a name
 * nobody else uses, and only then looks for others. Of two live contenders the one that claimed
 * later therefore sees the other, and withdraws: never do both win, though for a moment neither may,
 * which is why it is tried again. A claim whose process is gone may be deleted by anyone at any
 * time, since its name never comes back: that is what makes clearing up safe.
 *
 * @throws AuditLockedError — when another process holds it, or may hold it.
 */
export async function lockFile(path: string): Promise<FileLock> {
  const self = identifyProcess();
  const shared = await isShared(dirname(path));
  for (let tries = 1; ; tries += 1) {
    const claim = await putClaim(path, self);
    const holder = await findHolder(path, { claim, self, shared });
    if (holder === undefined) return { release: () => removeIfThere(claim) };
    await removeIfThere(claim);
    if (tries === TRIES) throw new AuditLockedError(path, holder);
    await sleep(randomInt(5, 40));
  }
}

async function putClaim(path: string, self: ProcessIdentity): Promise<string> {
  const name = randomUUID();
  const draft = `${path}.claim-${name}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(self)}\n`);
    // So that a claim which survives a power cut can still be read, and be known to be of another boot.
    await file.sync();
  } finally {
    await file.close();
  }
  const claim = `${path}.lock-${name}`;
  await rename(draft, claim);
  return claim;
}

interface Contender {
  readonly claim: string;
  readonly self: ProcessIdentity;
  readonly shared: boolean;
}

async function findHolder(
  path: string,
  { claim, self, shared }: Contender,
): Promise<{ readonly claim: string; readonly pid?: number } | undefined> {
  const folder = dirname(path);
  const prefix = `${basename(path)}.lock-`;
  for (const name of await readdir(folder)) {
    const other = join(folder, name);
    if (!name.startsWith(prefix) || other === claim) continue;
    const text = await readFile(other, 'utf8').catch((error: unknown) => ({ error }));
    // Withdrawn since the folder was listed.
    if (typeof text !== 'string' && errorCode(text.error) === 'ENOENT') continue;
    const identity = typeof text === 'string' ? parseIdentity(text) : undefined;
    if (identity === undefined) return { claim: other };
    if (!isGone(identity, self, shared)) return { claim: other, pid: identity.pid };
    await removeIfThere(other);
  }
  return undefined;
}

function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const { pid, start, boot, space } = JSON.parse(text) as Record<string, unknown>;
    if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1) return undefined;
    return {
      pid,
      ...(typeof start === 'string' ? { start } : {}),
      ...(typeof boot === 'string' ? { boot } : {}),
      ...(typeof space === 'string' ? { space } : {}),
    };
  } catch {
    return undefined;
  }
}

async function isShared(folder: string): Promise<boolean> {
  try {
    return SHARED.has((await statfs(folder)).type >>> 0);
  } catch {
    return false;
  }
}

async function removeIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}
