/**
 * Source files without a test of their own, and why: the path, and one sentence that names where
 * the file is tested instead.
 */
export const UNMIRRORED = {
  'packages/capabilities/src/executor/evidence.ts':
    'types, and one constant that test/executor/pollution.test.ts decides',
  'packages/capabilities/src/bounds/runner.ts':
    'the port, and a mark that test/bounds/inline-runner.test.ts decides',
  'packages/capabilities/src/testing/store-trials-begin.ts':
    'cases of the store conformance suite: test/testing/store-conformance.test.ts breaks stores against them',
  'packages/capabilities/src/testing/store-trials-deciding.ts':
    'cases of the store conformance suite: test/testing/store-conformance.test.ts breaks stores against them',
  'packages/capabilities/src/testing/store-trials-pending.ts':
    'cases of the store conformance suite: test/testing/store-conformance.test.ts breaks stores against them',
  'packages/capabilities/src/testing/store-trials-time.ts':
    'cases of the store conformance suite: test/testing/store-conformance.test.ts breaks stores against them',
  'packages/host/src/config.ts':
    'types, and the list of keys that test/create-host.test.ts decides',
};
