import { exhaustive } from '../../src/internal/exhaustive.js';

export function handled(code: 'one' | 'two'): number {
  switch (code) {
    case 'one':
      return 1;
    case 'two':
      return 2;
    default:
      return exhaustive(code);
  }
}

export function forgotten(code: 'one' | 'two' | 'three'): number {
  switch (code) {
    case 'one':
    case 'two':
      return 1;
    default:
      // @ts-expect-error -- a new case must break the build
      return exhaustive(code);
  }
}
