import { describe, expect, it } from 'vitest';
import { commandOf } from '../../../../src/node/runners/sandbox/command.js';
import { layersHere, type Layer } from '../../../../src/node/runners/sandbox/layer.js';
import { runtimeLayer } from '../../../../src/node/runners/sandbox/node-flags.js';
import { probe } from '../../../../src/node/runners/sandbox/probe.js';

const bare: Layer = { name: 'none', otherUser: false, wrap: () => [] };
const flagsOf = (version: string, known: readonly string[] = []) =>
  runtimeLayer({ program: '/p.js', heapMb: 64, version, flags: known });

describe('what a worker process is started with', () => {
  it('the runtime keeps no network before Node 25, and says so', () => {
    expect(flagsOf('22.16.0').network).toBe('none');
    expect(flagsOf('24.22.3').network).toBe('none');
    expect(flagsOf('25.0.0').network).toBe('runtime');
    expect(flagsOf('26.10.0')).toMatchObject({ files: 'runtime', signals: 'runtime' });
  });

  it('only flags that this Node knows are written: an unknown one would stop it', () => {
    expect(flagsOf('22.16.0').flags).not.toContain('--no-experimental-ffi');
    expect(flagsOf('26.10.0', ['--no-experimental-ffi']).flags).toContain('--no-experimental-ffi');
    expect(flagsOf('26.10.0').flags).toContain('--allow-fs-read=/p.js');
  });

  it('limits stand before everything, and no argument is ever read as a line', () => {
    const { file, args } = commandOf({
      layer: bare,
      node: '/usr/bin/node',
      flags: ['--permission'],
      program: '/a b; rm -rf $HOME.js',
      dataMb: 640,
    });
    expect(file).toBe('/bin/sh');
    expect(args.slice(3)).toEqual(['/usr/bin/node', '--permission', '/a b; rm -rf $HOME.js']);
    expect(args[1]).toMatch(/^ulimit -c 0; .*ulimit -d 655360; exec "\$@"$/);
  });

  it('the strongest layer is tried first; the last is none', () => {
    const names = layersHere('linux').map(({ name }) => name);
    expect(names).toEqual(names.toSorted((one, other) => RANK[one] - RANK[other]));
    expect(layersHere('darwin').every(({ name }) => name === 'none')).toBe(true);
  });

  it('a layer that does not start is no layer', async () => {
    const broken: Layer = { ...bare, wrap: () => ['/nowhere/bwrap'] };
    const options = { node: process.execPath, program: '/nowhere.js', dataMb: 640 };
    expect(await probe(broken, options)).toBeUndefined();
    expect(await probe(bare, options)).toBeUndefined();
  });
});

const RANK = { bubblewrap: 0, unshare: 1, none: 2 };
