/**
 * Source files without a test of their own, and why: the path, and one sentence that names where
 * the file is tested instead.
 */
export const UNMIRRORED = {
  'packages/capabilities/src/executor/evidence.ts':
    'types, and one constant that test/executor/pollution.test.ts decides',
  'packages/capabilities/src/bounds/runner.ts':
    'the port, and a mark that test/bounds/inline-runner.test.ts decides',
  'packages/capabilities/src/bounds/channel/messages.ts':
    'shapes, and one number; test/bounds/converse.test.ts says them',
  'packages/capabilities/src/bounds/heed.ts':
    'how a foreign signal is heard: test/bounds/inline-runner.test.ts and converse.test.ts try it',
  'packages/capabilities/src/bounds/measured.ts':
    'what a result may be: test/bounds/inline-runner.test.ts has its laws',
  'packages/capabilities/src/bounds/inside/confine.ts':
    'turns a whole realm: test/node/runners/process-runner.test.ts looks around in one',
  'packages/capabilities/src/powers/power-methods.ts':
    'a table, which test/bounds/broker.test.ts asks',
  ...Object.fromEntries(
    ['arguments', 'program', 'run-program'].map((part) => [
      `packages/capabilities/src/node/powers/command/${part}.ts`,
      'a part of the command power: test/node/powers/command/command-power.test.ts decides it',
    ]),
  ),
  ...Object.fromEntries(
    ['handler-file', 'handler-realm', 'process-worker', 'process.child', 'sandbox-probe.child'].map(
      (part) => [
        `packages/capabilities/src/node/runners/${part}.ts`,
        'runs in, or beside, a worker process: test/node/runners/process-runner.test.ts starts them',
      ],
    ),
  ),
  ...Object.fromEntries(
    ['thread-worker', 'thread.child'].map((part) => [
      `packages/capabilities/src/node/runners/${part}.ts`,
      'runs in, or beside, a worker thread: test/node/runners/thread-runner.test.ts starts them',
    ]),
  ),
  ...Object.fromEntries(
    ['command', 'layer', 'node-flags', 'probe'].map((part) => [
      `packages/capabilities/src/node/runners/sandbox/${part}.ts`,
      'a part of the sandbox: test/node/runners/sandbox has its tests, and an escaped program tries it',
    ]),
  ),
  'packages/capabilities/src/testing/store-trials-begin.ts':
    'cases of the store conformance suite: test/testing/store-conformance.test.ts breaks stores against them',
  'packages/capabilities/src/testing/store-trials-deciding.ts':
    'cases of the store conformance suite: test/testing/store-conformance.test.ts breaks stores against them',
  'packages/capabilities/src/testing/store-trials-pending.ts':
    'cases of the store conformance suite: test/testing/store-conformance.test.ts breaks stores against them',
  'packages/capabilities/src/testing/store-trials-time.ts':
    'cases of the store conformance suite: test/testing/store-conformance.test.ts breaks stores against them',
  'packages/capabilities/src/testing/store-trials-grants.ts':
    'cases of the store conformance suite: test/store/memory-store.test.ts and adapter-sql run them',
  'packages/capabilities/src/grants/grant.ts':
    'shapes, and one number that test/executor/deciding-for-a-time.test.ts decides',
  'packages/capabilities/src/executor/automatic.ts':
    'one question, which test/contract/classification.test.ts and test/executor/granted.test.ts decide',
  'packages/capabilities/src/executor/create-grant-desk.ts':
    'test/executor/granted.test.ts and deciding-for-a-time.test.ts go through it',
  'packages/capabilities/src/executor/decider.ts':
    'who decides: test/executor/create-request-desk.test.ts tries everybody',
  'packages/capabilities/src/executor/explain-proposal.ts':
    'test/executor/create-policy-desk.test.ts has its cases under «explain»',
  'packages/capabilities/src/executor/noting.ts':
    'what desks put on record: the tests of each desk read it',
  'packages/capabilities/src/executor/refreshed.ts':
    'rules that cannot be read: test/executor/create-policy-desk.test.ts, A28',
  'packages/capabilities/src/executor/tell-outlook.ts':
    'two events, which test/executor/outlook.test.ts hears',
  'packages/capabilities/src/policy/applying.ts':
    'test/policy/rules-policy.test.ts decides each selector and action',
  'packages/capabilities/src/policy/rule-index.ts':
    'test/policy/rules-policy.prop.test.ts holds it against looking at every rule',
  'packages/capabilities/src/policy/situations.ts':
    'the laws of test/policy/diff.prop.test.ts and lint-policy.test.ts walk them',
  ...Object.fromEntries(
    [
      'glob-places',
      'point-tree',
      'search-budget',
      'target-states',
      'target-walk',
      'token-matcher',
    ].map((part) => [
      `packages/capabilities/src/contract/glob/${part}.ts`,
      'a part of globs and of the walk over targets: the laws of test/contract/glob hold them against naive ones',
    ]),
  ),
  ...Object.fromEntries(
    [
      'affix-table',
      'finder',
      'flip',
      'literal-automaton',
      'ranked',
      'rule-book',
      'shadows',
      'survey',
    ].map((part) => [
      `packages/capabilities/src/policy/${part}.ts`,
      'a part of the rule policy: the laws of test/policy hold it against looking at every rule',
    ]),
  ),
  'packages/capabilities/src/contract/glob/glob-syntax.ts':
    'test/contract/glob/glob.test.ts tries what is refused, and the law every token',
  'packages/capabilities/src/store/memory/grants.ts':
    'a part of the memory store: test/store/memory-store.test.ts runs the conformance of it',
  'packages/capabilities/src/store/memory/keys.ts':
    'a part of the memory store: test/store/memory-store.test.ts runs the conformance of it',
  'packages/capabilities/src/store/memory/pendings.ts':
    'a part of the memory store: test/store/memory-store.prop.test.ts models it',
  'packages/capabilities/src/store/memory/policies.ts':
    'a part of the memory store: test/store/memory-store.test.ts runs the conformance of it',
  'packages/capabilities/src/store/memory/turns.ts':
    'a part of the memory store: test/store/memory-store.test.ts runs the conformance of it',
  'packages/capabilities/src/store/rising-time.ts':
    'the time of every store: the conformance sets the clock back',
  'packages/adapter-sql/src/audit/read-all.ts':
    'the conformance of both sinks reads in every way there is',
  'packages/adapter-sql/src/database/clock-mark.ts':
    'test/store/settle-clock.test.ts starts a process behind the mark',
  'packages/adapter-sql/src/database/database.ts':
    'the port, and a mark that test/database/group-commit.test.ts decides',
  'packages/adapter-sql/src/database/postgres.ts':
    'test/store/door-store.postgres.test.ts and the races run on it',
  'packages/adapter-sql/src/database/postgres-tx.ts':
    'test/database/postgres.postgres.test.ts and the conformance on PostgreSQL run every verb of it',
  'packages/adapter-sql/src/database/sql-error.ts':
    'one error, which test/database/sqlite.test.ts recognises',
  'packages/adapter-sql/src/migrations/0001-door.ts': 'test/migrations/migrate.test.ts runs it',
  'packages/adapter-sql/src/migrations/0002-grants.ts': 'test/migrations/migrate.test.ts runs it',
  'packages/adapter-sql/src/migrations/0003-audit-noted.ts':
    'test/migrations/migrate.test.ts runs it',
  'packages/adapter-sql/src/migrations/migration.ts':
    'column types, which every test of a store depends on',
  ...Object.fromEntries(
    [
      'decisions',
      'frozen',
      'grants',
      'intents',
      'keys',
      'open-pending',
      'order',
      'pending-ends',
      'pending-row',
      'pendings',
      'policies',
      'requests',
      'tokens',
      'turns',
    ].map((part) => [
      `packages/adapter-sql/src/store/${part}.ts`,
      'a part of the SQL store: test/store/door-store.test.ts runs the conformance of it',
    ]),
  ),
  ...Object.fromEntries(
    ['policy-change', 'policy-explain', 'policy-read'].map((part) => [
      `packages/cli/src/commands/${part}.ts`,
      'commands of one subject: test/commands/policy.test.ts runs them all',
    ]),
  ),
  'packages/cli/src/commands/requests.ts':
    'test/commands/grants.test.ts goes from the request to the grant',
  'packages/cli/src/read-document.ts': 'test/commands/policy.test.ts gives documents in every way',
  'packages/cli/src/session.ts': 'wiring: every test of a command goes through it',
  'packages/host/src/config.ts':
    'types, and the list of keys that test/create-host.test.ts decides',
};
