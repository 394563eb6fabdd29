// What others need to test against the door: a host that stands still, and conformance suites.

export { fakeClock, type FakeClock } from './fake-clock.js';
export {
  FIXTURE_BOUNDS,
  fixtureCaller,
  fixtureCapability,
  fixtureHost,
  type Fixture,
  type FixtureHost,
  type FixtureOptions,
} from './fixture-host.js';
export { loadHandlerSource } from './load-handler-source.js';
export { sinkConformance, type SinkCase, type SinkUnderTest } from './sink-conformance.js';
export type { SinkMeans } from './sink-trials.js';
export { storeConformance, type StoreCase, type StoreUnderTest } from './store-conformance.js';
export type { OpenStore } from './store-scene.js';
export { judgeRace, prepareRace, RACE_OVERDUE_MS, runRace } from './store-race.js';
export type {
  RaceAttempt,
  RaceGrant,
  RaceOptions,
  RacePrize,
  RaceReport,
  RaceScene,
  RaceSize,
  RaceSteps,
  RaceStores,
} from './store-race-reports.js';

export type { Awaitable } from '../internal/awaitable.js';
export type { JsonObject } from '../internal/json.js';
