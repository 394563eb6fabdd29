import { describe, expect, it } from 'vitest';
import { operatorOf } from '../src/caller.js';
import { Stop } from '../src/stop.js';

const { signal } = new AbortController();
const hostOf = (
  ...persons: readonly {
    readonly id: string;
    readonly operator?: boolean;
    readonly active?: boolean;
  }[]
) => ({
  directory: { persons },
});
const one = hostOf({ id: 'olga', operator: true }, { id: 'ada' });

describe('operatorOf', () => {
  it('states the one operator of the host, with the origin operator and the signal', () => {
    expect(operatorOf({}, one, signal)).toMatchObject({
      person: 'olga',
      caller: { principal: 'person:olga', origin: 'operator', signal },
    });
  });

  it('states whoever --as names, with turn and key', () => {
    expect(
      operatorOf({ as: 'person:ada', turn: 't-1', key: 'k:1' }, one, signal).caller,
    ).toMatchObject({
      principal: 'person:ada',
      occasion: 'turn:t-1',
      key: 'k:1',
    });
  });

  it('does not choose between several operators, or make one up', () => {
    const two = hostOf({ id: 'olga', operator: true }, { id: 'otto', operator: true });
    expect(() => operatorOf({}, two, signal)).toThrow('several operators');
    expect(() => operatorOf({}, hostOf({ id: 'ada' }), signal)).toThrow('no operators');
    expect(() =>
      operatorOf({}, hostOf({ id: 'olga', operator: true, active: false }), signal),
    ).toThrow('no operators');
  });

  it.each(['olga', 'mind:muse', 'host:x', 'person:', 'person:Olga', 'person:a b'])(
    'takes no %j for a person',
    (as) => {
      expect(() => operatorOf({ as }, one, signal)).toThrow(Stop);
    },
  );

  it('says malformed ids in the words of the command line, without their values', () => {
    expect(() => operatorOf({ turn: 'hunter 2' }, one, signal)).toThrow(/^--turn: (?!.*hunter)/);
    expect(() => operatorOf({ key: 'hunter 2' }, one, signal)).toThrow(/^--key: (?!.*hunter)/);
  });
});
