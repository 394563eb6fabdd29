import { describe, expect, it } from 'vitest';
import { storedPolicy } from '../../src/executor/stored-policy.js';
import { memoryStore } from '../../src/store/memory-store.js';
import { fakeClock } from '../../src/testing/fake-clock.js';
import { ask, capabilityOf } from '../policy/rules.js';

const question = ask(capabilityOf('clock.read'));

describe('storedPolicy', () => {
  it('denies everything until it was read', async () => {
    const policy = storedPolicy(memoryStore(), { clock: fakeClock(), timeZone: 'UTC' });
    expect(policy.rule(question).effect).toBe('deny');
    expect(policy.survey?.(question.capability, 'person:ada').effect).toBe('deny');
    await policy.refresh(0);
    expect(policy.rule(question).effect).toBe('allow');
  });

  it('reads anew what is older than asked, and not before', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const policy = storedPolicy(store, { clock, timeZone: 'UTC' });
    await policy.refresh(1_000);
    await store.changePolicy(0, [{ id: 'r', scope: 'global', capability: '*', effect: 'deny' }]);
    clock.advance(999);
    await policy.refresh(1_000);
    expect(policy.revision).toBe(0);
    clock.advance(1);
    await policy.refresh(1_000);
    expect(policy.revision).toBe(1);
    expect(policy.rule(question)).toEqual({ effect: 'deny', rule: 'r' });
  });

  it('who needs it as it is now does not get what was being read before', async () => {
    const clock = fakeClock();
    const store = memoryStore({ clock });
    const gate = Promise.withResolvers<void>();
    let slow = true;
    const policy = storedPolicy(
      {
        ...store,
        async policyRevision() {
          const revision = await store.policyRevision();
          if (slow) await gate.promise;
          return revision;
        },
      },
      { clock, timeZone: 'UTC' },
    );
    const first = policy.refresh(1_000);
    await store.changePolicy(0, []);
    slow = false;
    const second = policy.refresh(0);
    gate.resolve();
    await first;
    await second;
    expect(policy.revision).toBe(1);
  });

  it('says that a time zone is none when it is made, before any rule looks at the hour', () => {
    expect(() => storedPolicy(memoryStore(), { clock: fakeClock(), timeZone: 'Nowhere' })).toThrow(
      '`timeZone`',
    );
  });

  it('denies everything again when the store’s rules are none', async () => {
    const store = memoryStore();
    const policy = storedPolicy(store, { clock: fakeClock(), timeZone: 'UTC' });
    await policy.refresh(0);
    await store.changePolicy(0, [{ id: 'x' }]);
    expect(() => policy.refresh(0)).toThrow('cannot be read');
    expect(policy.rule(question).effect).toBe('deny');
    expect(policy.inForce).toBeUndefined();
  });
});
