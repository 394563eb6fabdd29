import { describe, expect, it } from 'vitest';
import {
  listedDirectory,
  mayDecideByDefault,
  type DirectoryList,
  type Person,
} from '../../src/confirmation/directory.js';
import { faultOf } from '../contract/contracts.js';
import { PENDING, REQUEST } from './pendings.js';

const directory = listedDirectory({
  persons: [{ id: 'ada' }, { id: 'olga', operator: true }, { id: 'zoe', active: false }],
  minds: [{ id: 'muse' }, { id: 'shade', active: false }],
  hosts: ['fixture'],
});

const find = (id: string): Person | undefined => directory.find(id) as Person | undefined;
const faults = (list: Partial<DirectoryList>) =>
  faultOf(() => listedDirectory({ persons: [], ...list }));

describe('listedDirectory', () => {
  it('finds a person by exactly the login name, with no more rights than were written', () => {
    expect(find('ada')).toEqual({ id: 'ada', active: true, operator: false });
    expect(find('olga')).toEqual({ id: 'olga', active: true, operator: true });
    expect(find('zoe')).toEqual({ id: 'zoe', active: false, operator: false });
    expect(Object.isFrozen(find('ada')) && Object.isFrozen(directory)).toBe(true);
  });

  it.each([
    'Ada',
    'ADA',
    'ada ',
    ' ada',
    'ad',
    'adaa',
    'a.d.a',
    'person:ada',
    'muse',
    'fixture',
    '',
    'constructor',
    '__proto__',
    'аda',
  ])('finds nobody under %j', (id) => {
    expect(find(id)).toBe(undefined);
  });

  it('knows who may act now: named, of that kind, and active', () => {
    const active = ['person:ada', 'person:olga', 'mind:muse', 'host:fixture'];
    expect(active.map((principal) => directory.isActive(principal))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const others = [
      'person:zoe',
      'mind:shade',
      'mind:ada',
      'person:muse',
      'person:fixture',
      'host:ada',
      'ada',
      'person:',
      'person:Ada',
      '',
      'constructor',
    ];
    expect(others.filter((principal) => directory.isActive(principal) === true)).toEqual([]);
  });

  it('keeps nothing of the list it was built from', () => {
    const persons = [{ id: 'ada', active: true, operator: false }];
    const built = listedDirectory({ persons });
    persons[0] = { id: 'ada', active: true, operator: true };
    persons.push({ id: 'eve', active: true, operator: true });
    expect(built.find('ada')).toEqual({ id: 'ada', active: true, operator: false });
    expect(built.find('eve')).toBe(undefined);
  });

  const REFUSED: readonly (readonly [string, Partial<DirectoryList>, RegExp])[] = [
    ['a malformed login name', { persons: [{ id: 'Ada' }] }, /not 2 to 32/],
    ['a component’s name', { persons: [{ id: 'planner' }] }, /name of a component/],
    [
      'a plugin’s name',
      { persons: [{ id: 'groceries' }], reserved: ['groceries'] },
      /name of a component/,
    ],
    ['a mind’s name', { persons: [{ id: 'muse' }], minds: [{ id: 'muse' }] }, /name of a mind/],
    [
      'a look-alike of a mind’s name',
      { persons: [{ id: 'mu.se' }], minds: [{ id: 'muse' }] },
      /name of a mind/,
    ],
    [
      'a disabled mind’s name',
      { persons: [{ id: 'muse' }], minds: [{ id: 'muse', active: false }] },
      /name of a mind/,
    ],
    [
      'one login name twice',
      { persons: [{ id: 'ada' }, { id: 'ada', operator: true }] },
      /two login names look alike/,
    ],
    [
      'two login names that look alike',
      { persons: [{ id: 'lola' }, { id: 'l0la' }] },
      /two login names look alike/,
    ],
    [
      'two login names but for dots',
      { persons: [{ id: 'ada.b' }, { id: 'adab' }] },
      /two login names look alike/,
    ],
    [
      'one mind twice, of which one may not act',
      { minds: [{ id: 'muse', active: false }, { id: 'muse' }] },
      /two minds have one name/,
    ],
  ];
  it.each(REFUSED)('S3-199 S3-200 refuses %s, while the program starts', (_, list, fault) => {
    expect(faults(list)).toMatch(/^ContractError: `directory`: /);
    expect(faults(list)).toMatch(fault);
  });

  it('takes nobody at all', () => {
    const empty = listedDirectory({ persons: [] });
    expect([
      empty.find('ada'),
      empty.isActive('person:ada'),
      empty.isActive('host:fixture'),
    ]).toEqual([undefined, false, false]);
  });
});

describe('mayDecideByDefault', () => {
  const person = (id: string, rest: Partial<Person> = {}): Person => ({
    id,
    active: true,
    operator: false,
    ...rest,
  });
  const askedBy = (principal: typeof REQUEST.principal) => ({
    ...PENDING,
    request: { ...REQUEST, principal },
  });

  it.each([
    ['whoever it is asked for', person('ada'), askedBy('person:ada'), true],
    ['an operator', person('olga', { operator: true }), askedBy('person:ada'), true],
    ['an operator for a mind', person('olga', { operator: true }), askedBy('mind:muse'), true],
    ['another person', person('bob'), askedBy('person:ada'), false],
    ['a person for a mind', person('ada'), askedBy('mind:muse'), false],
    ['a person for the mind of the same name', person('muse'), askedBy('mind:muse'), false],
    ['a person for a host', person('ada'), askedBy('host:ada'), false],
    ['a person whose name begins so', person('ad'), askedBy('person:ada'), false],
    [
      'a disabled person for itself',
      person('ada', { active: false }),
      askedBy('person:ada'),
      false,
    ],
    [
      'a disabled operator',
      person('olga', { active: false, operator: true }),
      askedBy('person:ada'),
      false,
    ],
  ])('of %s says what holds', (_, one, pending, may) => {
    expect(mayDecideByDefault(one, pending)).toBe(may);
    expect(directory.mayDecide(one, pending)).toBe(may);
  });

  it('looks at who asked, not at who decided or at what is written beside it', () => {
    const claimed = { ...askedBy('mind:muse'), decidedBy: 'ada', intention: 'person:ada' };
    expect(mayDecideByDefault(person('ada'), claimed)).toBe(false);
  });
});
