import { describe, expect, it } from 'vitest';
import { covers } from '../../src/grants/covers.js';
import type { GrantScope } from '../../src/grants/grant.js';
import type { Json } from '../../src/internal/json.js';
import { capabilityOf } from '../policy/rules.js';

const read = capabilityOf('files.read', { kind: 'path' });
const write = capabilityOf('files.write', { kind: 'path', sideEffect: 'mutating' });
const clock = capabilityOf('clock.read');
const ALL = [read, write, clock];

interface Case {
  readonly scope: Partial<GrantScope>;
  readonly args?: Json;
  readonly target?: string;
  readonly of?: typeof read;
}

const isCovered = ({ scope, args = {}, target, of = clock }: Case): boolean =>
  covers(
    {
      holder: 'mind:muse',
      contracts: ALL.map(({ id, digest }) => ({ id, digest })),
      scope: { capability: of.id, access: 'read', ...scope },
    },
    { principal: 'mind:muse', capability: of, target, args },
  );

describe('covers', () => {
  it('S3-210 one capability of one version, or all below a name', () => {
    expect(isCovered({ scope: { capability: 'clock.read@1' } })).toBe(true);
    expect(isCovered({ scope: { capability: 'clock.read@2' } })).toBe(false);
    expect(isCovered({ scope: { capability: 'clock.*' } })).toBe(true);
    expect(isCovered({ scope: { capability: 'clo.*' } })).toBe(false);
  });

  it('S3-211 a target that its glob fits, and none where it names none', () => {
    const fits = (scope: Partial<GrantScope>, target: string) =>
      isCovered({ scope, target, of: read });
    expect(fits({ target: '/a/*' }, '/a/b')).toBe(true);
    expect(fits({ target: '/a/*' }, '/a/b/c')).toBe(false);
    expect(fits({}, '/a')).toBe(false);
    expect(isCovered({ scope: { target: '**' } })).toBe(false);
  });

  it('S3-212 every listed parameter must fit; one that is not listed is free only where that is written', () => {
    const parameters = { unit: 'web-*', lines: '10?' };
    const fits = (args: Json, scope: Partial<GrantScope> = {}) =>
      isCovered({ scope: { parameters, ...scope }, args });
    expect(fits({ unit: 'web-1', lines: 100 })).toBe(true);
    expect(fits({ unit: 'db-1', lines: 100 })).toBe(false);
    expect(fits({ unit: 'web-1' })).toBe(false);
    expect(fits({ unit: 'web-1', lines: 100, more: 1 })).toBe(false);
    expect(fits({ unit: 'web-1', lines: 100, more: 1 }, { otherParameters: 'any' })).toBe(true);
    expect(fits(['web-1', 100])).toBe(false);
  });

  it('A14 `{}` covers `{}` and nothing else; anything is covered only by the explicit mark', () => {
    expect(isCovered({ scope: { args: {} }, args: {} })).toBe(true);
    expect(isCovered({ scope: { args: {} }, args: { rm: '-rf' } })).toBe(false);
    expect(isCovered({ scope: {}, args: {} })).toBe(true);
    expect(isCovered({ scope: {}, args: { rm: '-rf' } })).toBe(false);
    expect(isCovered({ scope: { otherParameters: 'any' }, args: { rm: '-rf' } })).toBe(true);
  });

  it('exact arguments are these and no others, whatever order their keys came in', () => {
    const scope = { args: { a: 1, b: [2] } };
    expect(isCovered({ scope, args: { b: [2], a: 1 } })).toBe(true);
    expect(isCovered({ scope, args: { a: 1, b: ['2'] } })).toBe(false);
  });

  it('a target beside exact arguments is the target itself, never a glob', () => {
    const scope = { args: {}, target: '/a/*' };
    expect(isCovered({ scope, target: '/a/*', of: read })).toBe(true);
    expect(isCovered({ scope, target: '/a/b', of: read })).toBe(false);
  });

  it('S3-213 a grant to read never covers what changes something', () => {
    expect(isCovered({ scope: { target: '**' }, target: '/a', of: write })).toBe(false);
    expect(isCovered({ scope: { target: '**', access: 'write' }, target: '/a', of: write })).toBe(
      true,
    );
    expect(isCovered({ scope: { target: '**', access: 'write' }, target: '/a', of: read })).toBe(
      true,
    );
  });

  it('A21 a contract that changed since, or another’s of the same name, is not covered', () => {
    const grant = {
      holder: 'mind:muse' as const,
      contracts: [{ id: clock.id, digest: 'another' }],
      scope: { capability: clock.id, access: 'read' as const },
    };
    const asked = {
      principal: 'mind:muse' as const,
      capability: clock,
      target: undefined,
      args: {},
    };
    expect(covers(grant, asked)).toBe(false);
    expect(covers({ ...grant, contracts: [] }, asked)).toBe(false);
  });
});
