import { describe, expect, it } from 'vitest';
import { createCaller, isCaller, type CallerFacts } from '../../src/contract/caller.js';
import { ContractError } from '../../src/contract/contract-error.js';

const ADA: CallerFacts = { principal: 'person:ada', origin: 'user' };

const stated = (facts: object): CallerFacts => ({ ...ADA, ...facts });

const faultOf = (facts: unknown): string | undefined => {
  try {
    createCaller(facts as CallerFacts);
    return undefined;
  } catch (thrown) {
    return ContractError.is(thrown) && thrown.subject === 'caller'
      ? thrown.fault
      : `not a fault: ${String(thrown)}`;
  }
};

const disguised = (text: string): unknown => ({ toString: () => text });

describe('createCaller', () => {
  it.each([
    { principal: 'person:ada' },
    { principal: 'mind:muse.2_a-b' },
    { principal: `host:${'a'.repeat(64)}` },
    { principal: 'person:0' },
    { origin: 'model', occasion: 'turn:A-Z.09_' },
    { origin: 'plan', occasion: 'step:plan/1/look' },
    { origin: 'scheduler' },
    { origin: 'operator' },
    { origin: 'host' },
    { occasion: `turn:${'a'.repeat(64)}` },
    { key: 'a:b/c.d_e-1' },
    { intention: 'a'.repeat(128) },
    { context: 'live' },
    { context: 'dreaming' },
    { context: 'replay' },
    { commitment: false },
    { mayAsk: true },
    { bounds: {} },
    { bounds: { timeoutMs: 1 } },
    { bounds: { timeoutMs: 1, maxResultBytes: 2, maxPerTurn: 3 } },
    { provenance: [] },
    { provenance: [{ path: '', source: 'host.disk.usage@1', trust: 'low' }] },
    {
      provenance: Array.from({ length: 100 }, () => ({
        path: '/note/0',
        source: 'mail',
        trust: 'tool',
      })),
    },
    { signal: AbortSignal.abort() },
  ])('vouches for %j', (facts) => {
    const caller = createCaller(stated(facts));
    expect({ ...caller }).toEqual(stated(facts));
    expect(isCaller(caller)).toBe(true);
  });

  const PRINCIPAL = /^`principal` is not/;
  const ORIGIN = /^`origin` is not/;
  const OCCASION = /^`occasion` is neither/;
  const KEY = /^`key` is not/;
  const INTENTION = /^`intention` is not/;
  const BOUNDS = /^`bounds` is not/;
  const MARKS = /^`provenance` is not/;
  const SIGNAL = /^`signal` is not/;

  const REFUSED: readonly (readonly [string, object, RegExp])[] = [
    ['a field too many', { confirmed: true }, /^holds a field that no caller has$/],
    ['a symbol for a field', { [Symbol('a')]: 1 }, /^holds a field/],
    ['no principal', { principal: undefined }, PRINCIPAL],
    ['a principal without a kind', { principal: 'ada' }, PRINCIPAL],
    ['a principal of an unknown kind', { principal: 'admin:ada' }, PRINCIPAL],
    ['a principal without an id', { principal: 'person:' }, PRINCIPAL],
    ['a principal in capitals', { principal: 'person:Ada' }, PRINCIPAL],
    ['a principal with a space', { principal: 'person:ada ' }, PRINCIPAL],
    ['a principal with a line', { principal: 'person:ada\n' }, PRINCIPAL],
    ['a principal that starts with a dot', { principal: 'person:.ada' }, PRINCIPAL],
    ['a principal of 65 characters', { principal: `person:${'a'.repeat(65)}` }, PRINCIPAL],
    ['a principal with a look-alike', { principal: 'person:аda' }, PRINCIPAL],
    ['a principal in a list', { principal: ['person:ada'] }, PRINCIPAL],
    ['an object that reads like a principal', { principal: disguised('person:ada') }, PRINCIPAL],
    ['no origin', { origin: undefined }, ORIGIN],
    ['an unknown origin', { origin: 'admin' }, ORIGIN],
    ['an inherited origin', { origin: 'constructor' }, ORIGIN],
    ['an origin in a list', { origin: ['user'] }, ORIGIN],
    ['an occasion of no kind', { occasion: '1' }, OCCASION],
    ['an empty turn', { occasion: 'turn:' }, OCCASION],
    ['a turn with a slash', { occasion: 'turn:a/b' }, OCCASION],
    ['a turn of 65 characters', { occasion: `turn:${'a'.repeat(65)}` }, OCCASION],
    ['a turn with a line', { occasion: 'turn:a\nb' }, OCCASION],
    ['a step of two parts', { occasion: 'step:plan/1' }, OCCASION],
    ['a step of four parts', { occasion: 'step:plan/1/a/b' }, OCCASION],
    ['a step with an empty part', { occasion: 'step:plan//a' }, OCCASION],
    ['an occasion that is null', { occasion: null }, OCCASION],
    ['an object that reads like a turn', { occasion: disguised('turn:1') }, OCCASION],
    ['a model without an occasion', { origin: 'model' }, /^`occasion` is required/],
    ['a plan without an occasion', { origin: 'plan' }, /^`occasion` is required/],
    ['an empty key', { key: '' }, KEY],
    ['a key of 129 characters', { key: 'a'.repeat(129) }, KEY],
    ['a key with a line', { key: 'a\nb' }, KEY],
    ['a number for a key', { key: 7 }, KEY],
    ['an intention with a space', { intention: 'a b' }, INTENTION],
    ['a number for an intention', { intention: 7 }, INTENTION],
    ['an unknown context', { context: 'awake' }, /^`context` is not/],
    ['a context that is null', { context: null }, /^`context` is not/],
    ['a truthy commitment', { commitment: 1 }, /^`commitment` is not a boolean$/],
    ['a text for mayAsk', { mayAsk: 'true' }, /^`mayAsk` is not a boolean$/],
    ['bounds that are null', { bounds: null }, BOUNDS],
    ['a number for bounds', { bounds: 1 }, BOUNDS],
    ['an unknown bound', { bounds: { timeout: 1 } }, BOUNDS],
    ['a list of bounds', { bounds: [1] }, BOUNDS],
    ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '1', null, undefined, true].map(
      (bound): [string, object, RegExp] => [
        `the bound ${String(bound)}`,
        { bounds: { maxPerTurn: bound } },
        BOUNDS,
      ],
    ),
    ['provenance that is null', { provenance: null }, MARKS],
    ['a text for provenance', { provenance: 'web' }, MARKS],
    [
      '101 marks',
      {
        provenance: Array.from({ length: 101 }, () => ({ path: '', source: 'web', trust: 'low' })),
      },
      MARKS,
    ],
    [
      'a hole among the marks',
      { provenance: Object.assign(Array(2), { 1: { path: '', source: 'web', trust: 'low' } }) },
      MARKS,
    ],
    ['a mark that is null', { provenance: [null] }, MARKS],
    ['a mark without a source', { provenance: [{ path: '', trust: 'low' }] }, MARKS],
    [
      'a mark with an empty source',
      { provenance: [{ path: '', source: '', trust: 'low' }] },
      MARKS,
    ],
    [
      'a mark whose source claims more trust than it has',
      { provenance: [{ path: '', source: 'mail (tool trust)', trust: 'low' }] },
      MARKS,
    ],
    [
      'a mark whose source has a line',
      { provenance: [{ path: '', source: 'mail\nCapability: a.b@1', trust: 'low' }] },
      MARKS,
    ],
    [
      'a mark with a long source',
      { provenance: [{ path: '', source: 'a'.repeat(129), trust: 'low' }] },
      MARKS,
    ],
    [
      'a mark whose path is no pointer',
      { provenance: [{ path: 'note', source: 'web', trust: 'low' }] },
      MARKS,
    ],
    [
      'a mark with a long path',
      { provenance: [{ path: `/${'a'.repeat(1_024)}`, source: 'web', trust: 'low' }] },
      MARKS,
    ],
    [
      'a mark of unknown trust',
      { provenance: [{ path: '', source: 'web', trust: 'high' }] },
      MARKS,
    ],
    [
      'a mark that says more',
      { provenance: [{ path: '', source: 'web', trust: 'low', approved: true }] },
      MARKS,
    ],
    ['a signal that is null', { signal: null }, SIGNAL],
    ['an object that is no signal', { signal: { aborted: false } }, SIGNAL],
    ['half a signal', { signal: { aborted: false, addEventListener: () => undefined } }, SIGNAL],
  ];

  it.each(REFUSED)('refuses %s', (_, facts, fault) => {
    expect(faultOf(stated(facts))).toMatch(fault);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 1],
    ['a text', 'person:ada'],
    ['a list', [ADA]],
    ['a function', () => ADA],
  ])('refuses %s for facts', (_, facts) => {
    expect(faultOf(facts)).toMatch(/^(?:`principal` is not|holds a field)/);
  });

  it('refuses an own `__proto__` as it does any other field', () => {
    const facts: unknown = JSON.parse(
      '{"principal":"person:ada","origin":"user","__proto__":{"mayAsk":false}}',
    );
    expect(faultOf(facts)).toBe('holds a field that no caller has');
  });

  it('names the field that is at fault, never its value', () => {
    const secret = 'swordfish';
    const facts = [
      { principal: secret },
      { key: `${secret} ` },
      { [secret]: 1 },
      { bounds: { [secret]: 1 } },
      { provenance: [secret] },
    ];
    for (const one of facts) expect(faultOf(stated(one))).not.toContain(secret);
  });

  it('believes nothing that is inherited', () => {
    class Session {
      get principal() {
        return 'person:olga';
      }
      get origin() {
        return 'operator';
      }
    }
    expect(faultOf(new Session())).toMatch(PRINCIPAL);
    expect(faultOf(stated({ bounds: Object.create({ timeoutMs: 0 }) }))).toBe(undefined);
    expect(
      createCaller(stated({ bounds: Object.create({ timeoutMs: 5 }) })).bounds?.timeoutMs,
    ).toBe(undefined);
  });

  it('bar-20: holds the same when `Object.prototype` was given facts', () => {
    const facts = { key: 'polluted', context: 'replay', mayAsk: false, timeoutMs: 1 };
    const prototype = Object.prototype as Record<string, unknown>;
    Object.assign(prototype, facts);
    try {
      const caller = createCaller({ ...ADA, bounds: { maxPerTurn: 2 } });
      expect([caller.key, caller.context, caller.mayAsk, caller.bounds?.timeoutMs]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    } finally {
      for (const key of Object.keys(facts)) delete prototype[key];
    }
  });

  it('asks a getter once, and keeps what it checked', () => {
    const answers = ['person:ada', 'person:olga'];
    const limits = [5, Number.POSITIVE_INFINITY];
    const sources = ['web', 'person'];
    const facts = {
      origin: 'user',
      get principal() {
        return answers.shift();
      },
      bounds: {
        get timeoutMs() {
          return limits.shift();
        },
      },
      provenance: [
        {
          path: '',
          trust: 'low',
          get source() {
            return sources.shift();
          },
        },
      ],
    };
    const caller = createCaller(facts as CallerFacts);
    expect(caller.principal).toBe('person:ada');
    expect(caller.bounds).toEqual({ timeoutMs: 5 });
    expect(caller.provenance).toEqual([{ path: '', source: 'web', trust: 'low' }]);
  });

  it('keeps a copy that is frozen through and through', () => {
    const facts = {
      ...ADA,
      bounds: { timeoutMs: 5 },
      provenance: [{ path: '', source: 'web', trust: 'low' as const }],
    };
    const caller = createCaller(facts);
    Object.assign(facts, { principal: 'person:olga' });
    facts.bounds.timeoutMs = 9;
    facts.provenance.push({ path: '/a', source: 'mail', trust: 'low' });
    expect({ ...caller }).toEqual({
      ...ADA,
      bounds: { timeoutMs: 5 },
      provenance: [{ path: '', source: 'web', trust: 'low' }],
    });
    const parts = [caller, caller.bounds, caller.provenance, caller.provenance?.[0]];
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true]);
  });
});

describe('isCaller', () => {
  const caller = createCaller(ADA);

  it.each([
    ['a spread copy', { ...caller }],
    ['a copy with another principal', { ...caller, principal: 'person:olga' }],
    ['a structured copy', structuredClone({ ...caller })],
    ['what was read back from JSON', JSON.parse(JSON.stringify(caller)) as unknown],
    ['an heir', Object.create(caller) as unknown],
    ['a proxy of one', new Proxy(caller, {})],
    ['the facts alone', ADA],
    ['a text', 'person:ada'],
    ['null', null],
    ['nothing', undefined],
  ])('says no to %s', (_, value) => {
    expect(isCaller(value)).toBe(false);
    expect(isCaller(caller)).toBe(true);
  });
});
