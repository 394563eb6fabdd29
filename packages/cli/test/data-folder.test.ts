import { describe, expect, it } from 'vitest';
import { dataFolder } from '../src/data-folder.js';
import { fakeIo } from './support/fake-io.js';

const at = (env: Record<string, string>, data?: string): string =>
  dataFolder(
    data === undefined ? {} : { data },
    fakeIo({ cwd: '/here', env: { HOME: '/home/olga', ...env } }),
  );

describe('dataFolder', () => {
  it('is what --data says, else the environment, else the state folder of the user', () => {
    expect(at({ SOVEREIGN_HOME: '/b', XDG_STATE_HOME: '/c' }, 'a')).toBe('/here/a');
    expect(at({ SOVEREIGN_HOME: '/b', XDG_STATE_HOME: '/c' })).toBe('/b');
    expect(at({ XDG_STATE_HOME: '/c' })).toBe('/c/sovereign');
    expect(at({})).toBe('/home/olga/.local/state/sovereign');
  });

  it('takes an empty variable for none, and ignores a relative state folder', () => {
    expect(at({ SOVEREIGN_HOME: '', XDG_STATE_HOME: 'c' })).toBe(
      '/home/olga/.local/state/sovereign',
    );
  });
});
