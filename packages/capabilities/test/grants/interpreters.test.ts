import { describe, expect, it } from 'vitest';
import { namesInterpreter } from '../../src/grants/interpreters.js';

describe('namesInterpreter', () => {
  it.each(['bash', 'BASH', '/bin/sh', 'python3.12', 'python?', 'node*', 'sudo', 'env'])(
    'A49 knows %s',
    (target) => {
      expect(namesInterpreter(target)).toBe(true);
    },
  );
  it.each(['nginx', 'bashful', 'node_exporter', 'ssh.service', '/sh/readme', '**'])(
    'lets %s be',
    (target) => {
      expect(namesInterpreter(target)).toBe(false);
    },
  );
});
