import { describe, expect, it } from 'vitest';
import { createDoor } from '../../src/executor/door.js';
import { listedDirectory } from '../../src/confirmation/directory.js';
import { inlineRunner } from '../../src/bounds/inline-runner.js';
import { createRegistry } from '../../src/registry/registry.js';
import { fixtureHost, fixtureCapability } from '../../src/testing/fixture-host.js';

describe('door', () => {
  it('works with nothing but a registry, a directory and a runner: everything else has a safe default', () => {
    const door = createDoor({
      registry: createRegistry([]),
      directory: listedDirectory({ persons: [] }),
      runner: inlineRunner(),
    });
    expect(door.limits).toEqual({
      pendingTtlMs: 900_000,
      approvalTtlMs: 900_000,
      tokenTtlMs: 120_000,
      maxPending: 20,
      maxConfirmableBytes: 8_192,
      approvalGrantMs: 3_600_000,
      requestTtlMs: 86_400_000,
      maxRequests: 5,
      portMs: 30_000,
    });
    expect(door.auditable()).toBe(true);
  });

  it('a defect hook that throws is nobody’s fault', async () => {
    const { capability } = fixtureCapability({
      perform: () => {
        throw new Error('x');
      },
    });
    const host = fixtureHost([capability], {
      defect: () => {
        throw new Error('hook');
      },
    });
    expect(await host.invoke({})).toMatchObject({ code: 'handler_failed' });
  });
});
