import { defineCapability } from '@sovereign/capabilities';
import { Type } from 'typebox';

/** A capability that is there to be refused: whatever a policy says, it stays denied. */
export const alarmSilence = defineCapability({
  name: 'alarm.silence',
  version: 1,
  summary: 'Would silence the smoke alarm.',
  args: Type.Object({}),
  result: Type.Object({}),
  sideEffect: 'mutating',
  network: 'local',
  bounds: { timeoutMs: 1_000, maxResultBytes: 64, maxPerTurn: 1 },
  locked: true,
});
