import { defineConfig } from 'tsup';
import { entries, standalone } from '../../tsup.shared.js';

export default defineConfig([
  entries(
    {
      index: 'src/index.ts',
      node: 'src/node/index.ts',
      testing: 'src/testing/index.ts',
      'testing-arbitraries': 'src/testing/arbitraries.ts',
    },
    {
      format: ['esm', 'cjs'],
      // In CJS too, the entry points share one copy of every module. Rollup writes it then, and
      // unlike tsup's own step it leaves class fields and `??` as they are.
      treeshake: true,
    },
  ),
  ...standalone(),
]);
