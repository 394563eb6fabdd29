// What others need to test against the door: a host that stands still, values, and conformance suites.

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
export { nearValidValues, validValues } from './schema-arbitraries.js';
export { sinkConformance } from './sink-conformance.js';
export { storeConformance } from './store-conformance.js';
