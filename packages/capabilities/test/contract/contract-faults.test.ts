import { describe, expect, it } from 'vitest';
import { BOUND_LIMITS, BOUND_NAMES } from '../../src/contract/bounds.js';
import { contractFault } from '../../src/contract/contract-faults.js';
import { POWER_NAMES } from '../../src/powers/powers.js';
import { WRITTEN, written } from './contracts.js';

type Changes = Readonly<Record<string, unknown>>;
type Row = readonly (readonly [string, Changes])[];

const fault = (changes: Changes): string | undefined => contractFault(written(changes));

const WEB: Changes = { network: 'external', powers: ['web'] };
const EVERY_POWER: Changes = {
  network: 'external',
  powers: [...POWER_NAMES],
  origins: ['search'],
  secrets: ['pihole_password'],
  settings: ['home'],
  programs: ['systemctl'],
  roots: ['/var/log/*/app'],
};

describe('contractFault', () => {
  it('finds none in a contract that has everything, and none in one that has the least', () => {
    expect(fault({})).toBe(undefined);
    const everything: Changes = {
      ...EVERY_POWER,
      effects: ['Changes nothing.'],
      effect: () => 'Looks.',
      target: () => 'a',
      targetKind: 'name',
      admit: () => undefined,
      refusals: ['not_now'],
      failures: ['auth_failed'],
      idempotent: true,
      cost: 0,
      trust: 'low',
      defaultRuling: 'deny',
      locked: false,
      undo: 'Nothing to undo.',
    };
    expect(fault(everything)).toBe(undefined);
  });

  const names: Row = [
    ['two segments', { name: 'system.health' }],
    ['the seed’s names', { name: 'web.fetch' }],
    ['a family', { name: 'pihole.query_log.top10' }],
    ['digits and underscores', { name: 'a0_.b_1' }],
    ['128 characters', { name: `a.${'b'.repeat(126)}` }],
    ['one segment, locked', { name: 'sudo_shell', locked: true }],
  ];
  it.each(names)('S1-002 takes a name of %s', (_, changes) => {
    expect(fault(changes)).toBe(undefined);
  });

  const badNames: readonly unknown[] = [
    '',
    'health',
    'system.',
    '.health',
    'system..health',
    'System.health',
    'system.Health',
    'system health',
    'system.hea lth',
    ' system.health',
    'system.health ',
    'system.health\n',
    'system/health',
    'system-x.health',
    '1system.health',
    'system.1',
    '_a.b',
    'a._b',
    'sуstem.health',
    'system.heаlth',
    'system.health\u200b',
    'system\u2024health',
    'ｓystem.health',
    `a.${'b'.repeat(127)}`,
    '__proto__',
    'constructor',
    'system.health@1',
    undefined,
    null,
    1,
    ['system.health'],
    { toString: () => 'system.health' },
  ];
  it.each(badNames.map((name) => ({ name })))('S1-002 refuses the name $name', ({ name }) => {
    const wanted =
      'the name is not dotted lower case of at most 128 characters, such as `host.disk.usage`';
    expect(fault({ name })).toBe(wanted);
  });

  it('S1-002 refuses one segment also where `locked` is only truthy', () => {
    expect(fault({ name: 'sudo_shell', locked: 'yes' })).toMatch(/^the name is not/);
    expect(fault({ name: 'sudo_shell', locked: false })).toMatch(/^the name is not/);
  });

  it.each([
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    '1',
    '1.0',
    'latest',
    null,
    undefined,
    true,
    [1],
    1n,
  ])('S1-003 refuses the version %s', (version) => {
    expect(fault({ version })).toBe('the version is not a whole number from 1');
  });

  it.each([1, 2, 2 ** 53 - 1])('S1-003 takes the version %s', (version) => {
    expect(fault({ version })).toBe(undefined);
  });

  const UNSTATED = [
    'name',
    'version',
    'summary',
    'args',
    'result',
    'sideEffect',
    'network',
    'bounds',
    'perform',
  ];
  it.each(UNSTATED)('S1-001 S1-006 refuses a definition without its `%s`', (key) => {
    expect(fault({ [key]: undefined })).toMatch(new RegExp(`${key}|name|version|handler`));
  });

  it.each([
    'read',
    'write',
    'READ_ONLY',
    'readonly',
    '',
    'constructor',
    '__proto__',
    null,
    undefined,
    0,
    true,
    ['read_only'],
  ])(
    'S1-008 S3-130 S3-131 refuses the side effect %s: nothing is taken to be read-only that does not say so',
    (sideEffect) => {
      expect(fault({ sideEffect })).toBe('`sideEffect` is not `read_only` or `mutating`');
    },
  );

  it.each([
    'none',
    'LOCAL',
    'internet',
    '',
    'constructor',
    '__proto__',
    null,
    undefined,
    0,
    false,
    ['local'],
  ])('S1-010 refuses the network %s', (network) => {
    expect(fault({ network })).toBe('`network` is not `local` or `external`');
  });

  describe.each(BOUND_NAMES)('S1-015 S1-016 S1-017 S1-018 S3-134 `bounds.%s`', (name) => {
    const bound = (value: unknown): Changes => ({ bounds: { ...WRITTEN.bounds, [name]: value } });

    it.each([
      0,
      -1,
      1.5,
      Number.POSITIVE_INFINITY,
      Number.NaN,
      Number.MAX_VALUE,
      '1',
      null,
      true,
      [1],
      1n,
    ])('may not be %s', (value) => {
      expect(fault(bound(value))).toBe(
        `\`bounds.${name}\` is not a whole number from 1 to ${BOUND_LIMITS[name]}`,
      );
    });

    it('may not be left out: there is no default', () => {
      const { [name]: _, ...rest } = WRITTEN.bounds;
      expect(fault({ bounds: rest })).toBe(`\`bounds.${name}\` is missing: there is no default`);
      expect(fault(bound(undefined))).toBe(`\`bounds.${name}\` is missing: there is no default`);
    });

    it('may be as large as its limit and no larger', () => {
      expect(fault(bound(BOUND_LIMITS[name]))).toBe(undefined);
      expect(fault(bound(BOUND_LIMITS[name] + 1))).toMatch(/is not a whole number from 1/);
      expect(fault(bound(1))).toBe(undefined);
    });
  });

  it.each([
    ['no bounds', undefined],
    ['null for bounds', null],
    ['a number for bounds', 1_000],
    ['a list of bounds', [1_000, 1_024, 3]],
  ])('S1-018 refuses %s', (_, bounds) => {
    expect(fault({ bounds })).toMatch(/^`bounds(?:`|\.timeoutMs` is missing)/);
  });

  it.each([
    ['approved', { approved: true }],
    ['readOnly', { readOnly: true }],
    ['risk', { risk: 'low' }],
    ['Confirmation', { Confirmation: 'automatic' }],
    ['__proto__', JSON.parse('{"__proto__":1}') as Changes],
    ['constructor', { constructor: 1 }],
    ['version ', { 'version ': 2 }],
  ] as const)('S1-019 refuses the key `%s`, and names it', (key, changes) => {
    const contract = Object.assign(Object.create(null) as object, WRITTEN, changes);
    Object.defineProperty(contract, key, {
      value: Object.entries(changes)[0]?.[1],
      enumerable: true,
    });
    expect(contractFault(contract as never)).toBe(`has an unknown key \`${key}\``);
  });

  it('S1-019 refuses an unknown bound, and names it', () => {
    expect(fault({ bounds: { ...WRITTEN.bounds, retries: 3 } })).toBe(
      '`bounds` has an unknown key `retries`',
    );
  });

  it.each(['automatic', 'required', 'never', false, undefined])(
    'S1-014 refuses `confirmation: %s`: it is derived',
    (confirmation) => {
      const contract = { ...WRITTEN, confirmation };
      expect(contractFault(contract)).toBe(
        'has a key `confirmation`: it is derived from `sideEffect` and `network`, remove the key',
      );
    },
  );

  describe('powers', () => {
    it('refuses a power that leaves the device where the network is local', () => {
      expect(fault({ ...WEB, network: 'local' })).toBe(
        "a `local` capability names a power that leaves the device: write `network: 'external'`",
      );
      expect(fault(WEB)).toBe(undefined);
    });

    it.each([['bash'], ['Web'], ['constructor'], [undefined], [['web']], [1]])(
      'refuses the power %j',
      (power) => {
        expect(fault({ network: 'external', powers: [power] })).toMatch(
          /^`powers` is not a list of/,
        );
      },
    );

    it.each(['web', null, { 0: 'web', length: 1 }, new Set(['web'])])(
      'refuses %j for a list of powers',
      (powers) => {
        expect(fault({ network: 'external', powers })).toMatch(/^`powers` is not a list of/);
      },
    );

    it('refuses one power twice', () => {
      expect(fault({ powers: ['clock', 'log', 'clock'] })).toBe('`powers` names one power twice');
    });

    it.each([
      ['origin', 'origins', 'search'],
      ['secret', 'secrets', 'pihole_password'],
      ['settings', 'settings', 'home'],
      ['command', 'programs', 'systemctl'],
      ['file', 'roots', '/var/log'],
    ])('`%s` and `%s` go together', (power, list, entry) => {
      expect(fault({ powers: [power], [list]: [entry] })).toBe(undefined);
      expect(fault({ powers: [power] })).toBe(
        `the power \`${power}\` needs \`${list}\`: name what is to be lent`,
      );
      expect(fault({ powers: [power], [list]: [] })).toBe(
        `the power \`${power}\` needs \`${list}\`: name what is to be lent`,
      );
      expect(fault({ [list]: [entry] })).toBe(
        `\`${list}\` is there without the power \`${power}\``,
      );
      expect(fault({ powers: [power], [list]: [entry, entry] })).toBe(
        `\`${list}\` names one entry twice`,
      );
      for (const bad of [
        entry,
        [1],
        [''],
        [null],
        ['a'.repeat(2_001)],
        null,
        Array.from({ length: 101 }, (_, index) => `/${index}`),
      ])
        expect(fault({ powers: [power], [list]: bad })).toMatch(
          new RegExp(`^\`${list}\` is not a list`),
        );
    });

    it.each([
      'var/log',
      '',
      '/',
      '/var/',
      '//var',
      '/var//log',
      '/var/./log',
      '/var/../etc',
      '/..',
      './var',
      '/var\0',
      'C:\\',
    ])('refuses the root %j', (root) => {
      expect(fault({ powers: ['file'], roots: [root] })).toMatch(/^`roots` is not a list of/);
    });

    it.each(['/var', '/sys/class/*/temp', '/etc/os-release', '/a/...'])(
      'takes the root %j',
      (root) => {
        expect(fault({ powers: ['file'], roots: [root] })).toBe(undefined);
      },
    );
  });

  const singles: readonly (readonly [string, Changes, RegExp])[] = [
    ['a summary that is empty', { summary: '' }, /^`summary` is not a sentence/],
    ['a summary that is too long', { summary: 'a'.repeat(2_001) }, /^`summary` is not/],
    ['a summary that is no text', { summary: ['Looks.'] }, /^`summary` is not/],
    ['effects that are no list', { effects: 'none' }, /^`effects` is not a list of sentences/],
    ['an effect that is empty', { effects: [''] }, /^`effects` is not a list/],
    ['one effect twice', { effects: ['a', 'a'] }, /^`effects` names one entry twice$/],
    [
      'a refusal in capitals',
      { refusals: ['Not now'] },
      /^`refusals` is not a list of lower-case words/,
    ],
    ['a refusal of 65 letters', { refusals: ['a'.repeat(65)] }, /^`refusals` is not/],
    [
      'a failure that is a sentence',
      { failures: ['auth failed: swordfish'] },
      /^`failures` is not/,
    ],
    ['a failure with a line', { failures: ['auth\nfailed'] }, /^`failures` is not/],
    [
      '101 failures',
      { failures: Array.from({ length: 101 }, (_, index) => `f${index}`) },
      /^`failures` is not/,
    ],
    ['an effect that is a text', { effect: 'Looks.' }, /^`effect` is not a function$/],
    [
      'a target that is a text',
      { target: '/etc', targetKind: 'path' },
      /^`target` is not a function$/,
    ],
    ['an admit that is a text', { admit: 'yes', refusals: ['a'] }, /^`admit` is not a function$/],
    ['a target without its kind', { target: () => 'a' }, /^`target` and `targetKind` go together/],
    ['a kind without a target', { targetKind: 'name' }, /^`target` and `targetKind` go together/],
    [
      'an unknown kind of target',
      { target: () => 'a', targetKind: 'url' },
      /^`targetKind` is not one of/,
    ],
    ['an admit without refusals', { admit: () => undefined }, /^`admit` needs `refusals`/],
    [
      'an admit with no refusal',
      { admit: () => undefined, refusals: [] },
      /^`admit` needs `refusals`/,
    ],
    ['a truthy `idempotent`', { idempotent: 1 }, /^`idempotent` is not a boolean$/],
    ['a truthy `locked`', { locked: 'yes' }, /^`locked` is not a boolean$/],
    ['a negative cost', { cost: -1 }, /^`cost` is not a number from 0$/],
    ['an endless cost', { cost: Number.POSITIVE_INFINITY }, /^`cost` is not/],
    ['a cost that is a text', { cost: '1' }, /^`cost` is not/],
    ['high trust', { trust: 'high' }, /^`trust` is not one of `tool`, `low`$/],
    ['an inherited ruling', { defaultRuling: 'constructor' }, /^`defaultRuling` is not one of/],
    ['a ruling that is null', { defaultRuling: null }, /^`defaultRuling` is not one of/],
    ['an undo that is empty', { undo: '' }, /^`undo` is not a sentence/],
    [
      'a handler that is a text',
      { perform: undefined, handler: './x.js' },
      /^`handler` is not a URL/,
    ],
    [
      'a handler that reads like a URL',
      { perform: undefined, handler: { href: 'file:///x.js' } },
      /^`handler` is not a URL/,
    ],
    ['a perform that is a text', { perform: 'rm -rf' }, /^`perform` is not a function$/],
    [
      'handler and perform',
      { handler: new URL('file:///x.js') },
      /^has both `handler` and `perform`/,
    ],
    ['neither handler nor perform', { perform: undefined }, /^`handler` is missing/],
  ];
  it.each(singles)('refuses %s', (_, changes, wanted) => {
    expect(fault(changes)).toMatch(wanted);
  });

  it('lets a locked capability have no work, and any other kind of work that is not both', () => {
    expect(fault({ perform: undefined, locked: true })).toBe(undefined);
    expect(fault({ locked: true })).toBe(undefined);
    expect(fault({ perform: undefined, handler: new URL('file:///x.js') })).toBe(undefined);
    expect(fault({ locked: true, handler: new URL('file:///x.js') })).toMatch(/^has both/);
  });

  const rulings = [
    ['read_only', 'local', ['allow', 'ask', 'deny']],
    ['read_only', 'external', ['ask', 'deny']],
    ['mutating', 'local', ['ask', 'deny']],
    ['mutating', 'external', ['ask', 'deny']],
  ] as const;
  it.each(rulings)(
    'S3-141 for %s and %s the default ruling is one of %j, never looser',
    (sideEffect, network, allowed) => {
      const taken = ['allow', 'ask', 'deny'].filter(
        (defaultRuling) => fault({ sideEffect, network, defaultRuling }) === undefined,
      );
      expect(taken).toEqual(allowed);
      if (allowed.length === 2)
        expect(fault({ sideEffect, network, defaultRuling: 'allow' })).toBe(
          '`defaultRuling` is looser than the derived `ask`: it may only be stricter',
        );
    },
  );

  it('says one thing at a time, on one line, and no value', () => {
    const said = fault({
      name: 'swordfish',
      version: 'swordfish',
      summary: 7,
      bounds: 'swordfish',
      undo: '',
    });
    expect(said).toMatch(/^the name is not/);
    for (const [, changes] of singles) expect(fault(changes)).not.toMatch(/\n|swordfish|rm -rf/);
  });
});
