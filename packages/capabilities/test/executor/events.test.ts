import { describe, expect, it } from 'vitest';
import { createTeller } from '../../src/executor/events.js';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

describe('events', () => {
  it('a listener that throws changes nothing, and is a defect', async () => {
    const host = fixtureHost([fixtureCapability().capability]);
    host.executor.events.on('stage-passed', () => { throw new Error('listener'); });
    host.executor.events.on('invocation-settled', () => { throw new Error('listener'); });
    expect(await host.invoke({})).toMatchObject({ outcome: 'completed' });
    expect(host.defects).toHaveLength(6);
  });

  it('builds what it tells only for somebody', () => {
    const teller = createTeller(() => undefined);
    teller.tell('audit-failed', () => { throw new Error('built for nobody'); });
    const heard: unknown[] = [];
    teller.listeners.once('audit-failed', (told) => heard.push(told));
    teller.tell('audit-failed', () => ({ invocation: 'x' }));
    teller.tell('audit-failed', () => ({ invocation: 'y' }));
    expect(heard).toEqual([{ invocation: 'x' }]);
  });

  it('whoever may listen cannot tell', () => {
    expect(Object.keys(createTeller(() => undefined).listeners)).toEqual(['on', 'once', 'off']);
  });
});
