import { fc } from '@fast-check/vitest';
import { expect } from 'vitest';
import type { DoorStore } from '../../src/store/door-store.js';
import { fakeClock, type FakeClock } from '../../src/testing/fake-clock.js';
import type { Scene } from '../../src/testing/store-scene.js';

export const MINUTE = 60_000;
export const PRINCIPALS = ['person:ada', 'mind:muse'] as const;
export const ARGS = ['a', 'b'];
export const KEYS = ['k', 'l'];
export const TURNS = ['turn:1', 'turn:2'];
export const CAPABILITIES = ['fixture.touch', 'fixture.look'];

/** What both stores have seen of the world: the time, and the ids and tokens handed out so far. */
export class World {
  readonly clock: FakeClock = fakeClock();
  readonly ids: string[] = [];
  readonly hashes: string[] = ['never-minted'];
  readonly intents: string[] = ['never-begun'];
  readonly grants: string[] = [];
  readonly requests: string[] = [];
  /** The store’s time as it should be: forward with whichever clock goes further, never back. */
  time = this.clock.now();

  advance(ms: number): void {
    this.clock.advance(ms);
    this.time = Math.max(this.time + ms, this.clock.now());
  }
  turn(ms: number): void {
    this.clock.set(this.clock.now() + ms);
    this.time = Math.max(this.time, this.clock.now());
  }
}

export interface Both {
  readonly world: World;
  readonly naive: DoorStore;
  readonly scene: Scene;
}

/** Counts from the end: what came last is what most steps are about. */
export const pick = <T>(list: readonly T[], back: number): T | undefined =>
  list.at(-1 - (back % list.length));

/** Everything that can be asked of a store without changing it. */
async function viewOf(
  store: DoorStore,
  { ids, hashes, grants, requests }: World,
  fingerprints: readonly string[],
): Promise<unknown> {
  const keys = PRINCIPALS.flatMap((principal) =>
    KEYS.flatMap((key) => ['', ...fingerprints].map((print) => [principal, key, print] as const)),
  );
  const turns = TURNS.flatMap((turn) =>
    CAPABILITIES.map((capability) => [turn, capability] as const),
  );
  return {
    now: await store.now(),
    listed: await store.listPending(),
    open: await store.listPending({ principal: 'person:ada', states: ['open'] }),
    found: await Promise.all(ids.map(async (id) => store.findPending(id))),
    tokens: await Promise.all(hashes.map(async (hash) => store.findByToken(hash))),
    records: await Promise.all(keys.map(async (key) => store.recorded(...key))),
    turns: await Promise.all(turns.map(async (turn) => store.turnCount(...turn))),
    overdue: await store.overdue(),
    grants: await store.listGrants(),
    live: await store.listGrants({ holder: 'person:ada', states: ['live'] }),
    given: await Promise.all(grants.map(async (id) => store.findGrant(id))),
    requests: await store.listRequests(),
    waiting: await store.listRequests({ principal: 'mind:muse', states: ['open'] }),
    asked: await Promise.all(requests.map(async (id) => store.findRequest(id))),
    rules: [await store.policyRevision(), await store.policy(), await store.policy(1)],
  };
}

/** One thing that is done to both stores, which must answer alike and stand alike afterwards. */
class Step implements fc.AsyncCommand<World, Both> {
  constructor(
    private readonly name: string,
    private readonly act: (both: Both) => (store: DoorStore) => unknown,
  ) {}

  check(): boolean {
    return true;
  }

  async run(world: World, both: Both): Promise<void> {
    const act = this.act(both);
    const [expected, actual] = [await act(both.naive), await act(both.scene.store)];
    expect(actual).toEqual(expected);
    const fingerprints = ARGS.map((args) => both.scene.proposal({ args }).fingerprint);
    expect(await viewOf(both.scene.store, world, fingerprints)).toEqual(
      await viewOf(both.naive, world, fingerprints),
    );
  }

  toString(): string {
    return this.name;
  }
}

export const step = (
  name: string,
  parts: readonly unknown[],
  act: (both: Both) => (store: DoorStore) => unknown,
): Step => new Step(`${name}(${JSON.stringify(parts).slice(1, -1)})`, act);

export const at = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(5));
