import { describe, expect, it } from 'vitest';
import { fail, Failure } from '../../src/contract/failure.js';

describe('fail', () => {
  it('throws the handler’s own word, and nothing beside it', () => {
    let thrown: unknown;
    try {
      fail('pihole_auth_failed');
    } catch (caught) {
      thrown = caught;
    }
    expect(Failure.is(thrown) && [thrown.reason, thrown.message, thrown.name]).toEqual([
      'pihole_auth_failed',
      'pihole_auth_failed',
      'Failure',
    ]);
    expect(thrown).toBeInstanceOf(Error);
  });
});

describe('Failure.is', () => {
  it('tells one of whichever copy of the package', () => {
    expect(Failure.is({ [Symbol.for('@sovereign/capabilities/Failure')]: true })).toBe(true);
  });

  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  it.each([
    ['another error', new Error('pihole_auth_failed')],
    ['an error that has a reason', Object.assign(new Error('a'), { name: 'Failure', reason: 'a' })],
    ['a text', 'pihole_auth_failed'],
    ['nothing', undefined],
    ['null', null],
    ['a proxy that throws when it is asked', proxy],
  ])('says no to %s', (_, thrown) => {
    expect(Failure.is(thrown)).toBe(false);
  });
});
