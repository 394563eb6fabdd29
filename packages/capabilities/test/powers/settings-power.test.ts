import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PowerError } from '../../src/powers/power-error.js';
import { settingsPower } from '../../src/powers/settings-power.js';

const codeOf = async (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    (thrown: unknown) => (PowerError.is(thrown) ? thrown.code : 'threw'),
  );

it('settings › a section as it is now, frozen, and not the device’s own object', async () => {
  const home = { lights: ['light.hall'] };
  const settings = settingsPower(['home'], () => ({ home }));
  const read = (await settings.read('home')) as typeof home;
  expect(read).toEqual({ lights: ['light.hall'] });
  expect(Object.isFrozen(read) && Object.isFrozen(read.lights)).toBe(true);
  home.lights.push('light.stairs');
  expect(read.lights).toEqual(['light.hall']);
  expect(await settings.read('home')).toEqual({ lights: ['light.hall', 'light.stairs'] });
});

it.each([
  ['not named', ['home'], () => ({ web: {} }), 'web', 'not_declared'],
  ['not there', ['home'], () => ({}), 'home', 'not_found'],
  ['inherited', ['toString'], () => ({}), 'toString', 'not_found'],
  ['of no configuration', ['home'], () => undefined, 'home', 'not_found'],
  ['no plain JSON', ['home'], () => ({ home: { at: () => 0 } }), 'home', 'unavailable'],
  ['too large', ['home'], () => ({ home: 'x'.repeat(300_000) }), 'home', 'unavailable'],
  [
    'unreadable',
    ['home'],
    () => {
      throw new Error('/srv/secret');
    },
    'home',
    'unavailable',
  ],
])('settings › a section that is %s', async (_what, names, read, asked, code) => {
  expect(await codeOf(settingsPower(names, read).read(asked))).toBe(code);
});

it('settings › for every configuration a handler gets the sections that are named, and no other', async () => {
  const names = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor');
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(names),
      fc.dictionary(names, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true }),
      names,
      async (named, all, asked) => {
        const expected = !named.includes(asked)
          ? 'not_declared'
          : Object.hasOwn(all, asked)
            ? 'read'
            : 'not_found';
        expect(await codeOf(settingsPower(named, () => all).read(asked))).toBe(expected);
      },
    ),
  );
});
