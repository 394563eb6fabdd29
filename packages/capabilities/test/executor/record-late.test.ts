import { expect, it } from 'vitest';
import { fixtureCapability, fixtureHost } from '../../src/testing/fixture-host.js';

it('record late › names the attempt and who it was for, and nothing of what came', async () => {
  const gate = Promise.withResolvers<{ ok: boolean }>();
  const host = fixtureHost([
    fixtureCapability({ bounds: { timeoutMs: 5 }, perform: () => gate.promise }).capability,
  ]);
  const outcome = await host.invoke({});
  gate.resolve({ ok: true });
  await new Promise((done) => setTimeout(done, 5));
  const late = host.sink.events().at(-1);
  expect(late).toMatchObject({
    kind: 'late_settlement',
    subject: outcome.event,
    principal: 'person:ada',
  });
  expect(Object.keys(late ?? {})).not.toContain('result_bytes');
});
