import { defineConfig } from 'tsup';
import { entries, standalone } from '../../tsup.shared.js';

export default defineConfig([entries({ index: 'src/index.ts' }), ...standalone()]);
