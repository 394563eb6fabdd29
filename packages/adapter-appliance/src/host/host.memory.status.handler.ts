import { defineHandler } from '@sovereign/capabilities';
import type { hostMemoryStatus } from './host.memory.status.js';
import { readMemoryStatus } from './read-memory-status.js';

export default defineHandler<typeof hostMemoryStatus>((_args, { file }) => readMemoryStatus(file));
