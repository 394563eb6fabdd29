import { describe, expect, it } from 'vitest';
import { COMPONENT_NAMES, foldName, loginNameFault } from '../../src/confirmation/login-name.js';

const NOBODY = { minds: [] };
const lastOf = (component: string): string => component.slice(component.lastIndexOf('/') + 1);

describe('loginNameFault', () => {
  it.each([
    'anna',
    'jo',
    'o.brien',
    'anna_2',
    'al',
    'lim',
    'ian',
    'grant',
    'x'.repeat(32),
    'admins',
  ])('lets a person be called %s', (name) => {
    expect(loginNameFault(name, NOBODY)).toBeUndefined();
  });

  it.each([
    '',
    'a',
    'x'.repeat(33),
    'Anna',
    '1anna',
    '.anna',
    '-anna',
    '_anna',
    'an na',
    'anna\n',
    ' anna',
    'änna',
    'аnna',
    'ａｎｎａ',
    'an\u200bna',
    'anna@home',
    'an/na',
    'anna\u0000',
    '__proto__',
    '\ud800',
  ])('refuses %j, which is no login name', (name) => {
    expect(loginNameFault(name, NOBODY)).toMatch(/not 2 to 32/);
  });

  it('S3-199 S3-200 refuses every component name, with its scope and without', () => {
    for (const component of COMPONENT_NAMES) {
      expect(loginNameFault(lastOf(component), NOBODY), component).toMatch(/component/);
      const whole = component.replace('@', '').replace('/', '-');
      expect(loginNameFault(whole, NOBODY), component).toMatch(/component/);
    }
  });

  it('S3-199 S3-200 names the packages, the origins and the accounts of a system', () => {
    const named =
      'user model plan scheduler operator host system admin root assistant sovereign executor ' +
      'planner harness desk registry policy audit @sovereign/capabilities @sovereign/planner ' +
      '@sovereign/harness-core @sovereign/host @sovereign/cli @sovereign/adapter-appliance ' +
      '@sovereign/adapter-sql @sovereign/adapter-mcp @sovereign/adapter-ai-sdk ' +
      '@sovereign/adapter-http';
    expect(named.split(' ').filter((name) => !COMPONENT_NAMES.includes(name))).toEqual([]);
    expect(new Set(COMPONENT_NAMES).size).toBe(COMPONENT_NAMES.length);
    expect(Object.isFrozen(COMPONENT_NAMES)).toBe(true);
  });

  it.each([
    'ro0t',
    'r00t',
    'r.o.o.t',
    'root-',
    'p1anner',
    'p1ug1n',
    'adm1n',
    'ad-min',
    'sys_tem',
    'to01',
    'h.o.s.t',
    'po1icy',
    'adapter.http',
    'adapterhttp',
    'sovereign-planner',
    'harness_core',
  ])('S3-199 S3-200 refuses %s, which reads like a component', (name) => {
    expect(loginNameFault(name, NOBODY)).toMatch(/component/);
  });

  it.each([
    'ADMIN',
    'Root',
    'аdmin',
    'ａｄｍｉｎ',
    'admin\u0301',
    'ad\u00admin',
    'ꓮdmin',
    'adm\u0131n',
  ])('S3-199 refuses %j: case and Unicode variants of a component are no login names', (name) => {
    expect(loginNameFault(name, NOBODY)).toMatch(/not 2 to 32/);
  });

  it('S3-199 S3-200 refuses the adapters and plugins of this host', () => {
    const others = { minds: [], reserved: ['@acme/Weather-Plugin', 'mail.relay'] };
    for (const name of ['weather.plugin', 'weatherp1ugin', 'acme-weather-plugin', 'mai1-relay']) {
      expect(loginNameFault(name, others)).toMatch(/component/);
      expect(loginNameFault(name, NOBODY)).toBeUndefined();
    }
  });

  it('S3-199 S3-200 refuses the name of a mind, however it is spelt', () => {
    const others = { minds: new Set(['Hal-9000', 'nora']) };
    for (const name of ['hal9000', 'ha1.9ooo', 'n0ra', 'no_ra']) {
      expect(loginNameFault(name, others)).toMatch(/mind/);
    }
    expect(loginNameFault('norah', others)).toBeUndefined();
  });

  it('folds case, two digits and three marks, and nothing else', () => {
    expect(foldName('R0-ot_1.X')).toBe('rootlx');
    expect(foldName('a2/b@c')).toBe('a2/b@c');
  });
});
