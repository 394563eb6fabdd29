import { expect, it } from 'vitest';
import { asked } from '../../src/executor/asked.js';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

it('asked › says the same of one proposal to invoke and to preview, and shows no more than a view of it', async () => {
  const host = fixtureHost([fixtureCapability({ sideEffect: 'mutating' }).capability]);
  const pending = await host.executor.desk.find((await host.invoke({})).event);
  if (pending === undefined) throw new Error('nothing was asked');
  expect(asked(pending)).toMatchObject({ stage: 'confirm', code: 'confirmation_required' });
  expect(Object.keys(asked(pending).pending ?? {})).toEqual([
    'id',
    'state',
    'disclosure',
    'expiresAt',
  ]);
  expect(asked({ ...pending, state: 'declined', note: 'no' })).toMatchObject({
    code: 'declined',
    note: 'no',
  });
  expect(asked('too_many_pending')).toMatchObject({ code: 'too_many_pending' });
});
