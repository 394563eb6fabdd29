#!/usr/bin/env node
import { processIo } from './process-io.js';
import { run } from './run.js';

// A handler that did not listen to its bound may still run: the command is over all the same.
process.exit(await run(process.argv.slice(2), processIo(process)));
