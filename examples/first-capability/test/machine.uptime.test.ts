// #region test
import {
  createCaller,
  createExecutor,
  createRegistry,
  inlineRunner,
  listedDirectory,
  PowerError,
} from '@sovereign/capabilities';
import { loadHandlerSource } from '@sovereign/capabilities/testing';
import { expect, it } from 'vitest';
import { machineUptime } from '../src/machine.uptime.js';

/** Invokes the capability where `/proc/uptime` holds this text. */
const on = (text: string | undefined) =>
  createExecutor({
    registry: createRegistry([machineUptime]),
    directory: listedDirectory({ persons: [{ id: 'ada' }] }),
    runner: inlineRunner({ load: loadHandlerSource }),
    lend: () => ({
      file: {
        readText: () =>
          text === undefined
            ? Promise.reject(new PowerError('file', 'not_found'))
            : Promise.resolve(text),
        list: () => Promise.resolve([]),
        volume: () => Promise.reject(new PowerError('file', 'not_found')),
      },
    }),
  }).invoke(
    { capability: 'machine.uptime', version: 1, args: {} },
    createCaller({ principal: 'person:ada', origin: 'user' }),
  );

it('needs nobody to say yes', () => {
  expect(machineUptime.confirmation).toBe('automatic');
});

it('tells the whole seconds of the first figure', async () => {
  expect(await on('12345.67 40000.00\n')).toMatchObject({
    outcome: 'completed',
    result: { uptime_seconds: 12_345 },
  });
});

it('says so where the file is not there, and where it holds no figure', async () => {
  expect(await on(undefined)).toMatchObject({
    outcome: 'rejected',
    code: 'handler_failed',
    reason: 'not_supported_here',
  });
  expect(await on('nonsense')).toMatchObject({ outcome: 'rejected', code: 'invalid_result' });
});
// #endregion
