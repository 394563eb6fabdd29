import { defineHandler } from '@sovereign/capabilities';
import type { hostProcessList } from './host.process.list.js';
import { readProcessList } from './read-process-list.js';

export default defineHandler<typeof hostProcessList>((args, { file }, signal) =>
  readProcessList(file, args, signal),
);
