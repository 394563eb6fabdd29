import { defineConfig } from 'tsup';
import { program } from '../../tsup.shared.js';

export default defineConfig([program({ main: 'src/main.ts' })]);
