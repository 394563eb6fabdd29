import { defineConfig } from 'tsup';
import { program, standalone } from '../../tsup.shared.js';

export default defineConfig([program({ main: 'src/main.ts' }), ...standalone()]);
