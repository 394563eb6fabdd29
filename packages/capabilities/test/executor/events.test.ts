import { describe, expect, it } from 'vitest';
import { createTeller } from '../../src/executor/events.js';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

describe('events', () => {
  it('a listener that throws changes nothing, and is a defect', async () => {
    const host = fixtureHost([fixtureCapability().capability]);
    host.executor.events.on('stage-passed', () => {
      throw new Error('listener');
    });
    host.executor.events.on('invocation-settled', () => {
      throw new Error('listener');
    });
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
    expect(host.defects).toHaveLength(6);
  });

  it('builds what it tells only for somebody', () => {
    const teller = createTeller(() => undefined);
    teller.tell('audit-failed', () => {
      throw new Error('built for nobody');
    });
    const heard: unknown[] = [];
    const stop = teller.listeners.on('audit-failed', (told) => heard.push(told));
    teller.tell('audit-failed', () => ({ invocation: 'x' }));
    stop();
    teller.tell('audit-failed', () => ({ invocation: 'y' }));
    expect(heard).toEqual([{ invocation: 'x' }]);
  });

  it('a listener that throws does not silence the next', () => {
    const defects: unknown[] = [];
    const heard: unknown[] = [];
    const teller = createTeller((thrown) => defects.push(thrown));
    teller.listeners.on('audit-failed', () => {
      throw new Error('first');
    });
    teller.listeners.on('audit-failed', (told) => heard.push(told));
    teller.tell('audit-failed', () => ({ invocation: 'x' }));
    expect([heard, defects.length]).toEqual([[{ invocation: 'x' }], 1]);
  });

  it('whoever may listen cannot tell', () => {
    const { listeners } = createTeller(() => undefined);
    expect(Object.keys(listeners)).toEqual(['on']);
    expect(listeners.on('audit-failed', () => undefined)).toBeTypeOf('function');
  });
});
