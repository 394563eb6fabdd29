import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDeadlines } from '../../src/bounds/deadlines.js';
import { patient } from '../../src/executor/patient.js';
import { memorySink } from '../../src/audit/memory-sink.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { fixtureCaller, fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

const NEVER = new Promise<never>(() => undefined);
const deadlines = createDeadlines();

describe('patient ports', () => {
  it('passes on what a port says, at once or later, and what it refuses with', async () => {
    class Port {
      readonly kind = 'port';
      #secret = 7;
      now(): number {
        return this.#secret;
      }
      later(value: string): Promise<string> {
        return Promise.resolve(value);
      }
      no(): Promise<never> {
        return Promise.reject(new TypeError('no'));
      }
    }
    const port = patient(new Port(), 'port', 1_000, deadlines);
    expect(port.now()).toBe(7);
    expect(port.kind).toBe('port');
    await expect(port.later('x')).resolves.toBe('x');
    await expect(port.no()).rejects.toThrow(TypeError);
  });

  it('gives up on a port that never answers, and names it', async () => {
    const port = patient({ find: () => NEVER }, 'directory', 20, deadlines);
    await expect(port.find()).rejects.toThrow('`directory.find` gave no answer within 20 ms');
  });

  // Whichever port falls silent: every attempt is answered, and nothing runs that should not.
  it('answers every attempt whose port is silent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('store', 'sink', 'directory'), async (silent) => {
        const { capability, calls } = fixtureCapability({ sideEffect: 'read_only' });
        const { executor } = fixtureHost([capability], {
          limits: { portMs: 10 },
          ...(silent === 'store' && { store: { ...memoryStore(), policyRevision: () => NEVER } }),
          ...(silent === 'sink' && { sink: { ...memorySink(), append: () => NEVER } as never }),
          ...(silent === 'directory' && { directory: { find: () => NEVER } as never }),
        });
        const proposal = { capability: capability.name, version: 1, args: {} };
        for (let attempt = 0; attempt < 2; attempt += 1)
          expect(await executor.invoke(proposal, fixtureCaller())).toMatchObject({
            outcome: 'rejected',
          });
        // A sink is heard after the deed: its first silence withholds the result, then nothing runs.
        expect(calls).toHaveLength(silent === 'sink' ? 1 : 0);
      }),
      { numRuns: 9 },
    );
  });
});
