import { createCaller, type CapabilityRequest } from '@sovereign/capabilities';
import { createHost } from '@sovereign/host';
import { join } from 'node:path';
import durableConfig from '../fixtures/durable.js';
import { cli, type FakeProcess, type Ran } from './fake-io.js';

const CONFIG = join(import.meta.dirname, '..', 'fixtures', 'durable.ts');

/** Runs a command line against the fixture whose database lies in `data`. */
export function durable(
  data: string,
  argv: readonly string[],
  fake: FakeProcess = {},
): Promise<Ran> {
  return cli([...argv, '--config', CONFIG, '--data', data], fake);
}

/** A rule that asks a person about everything. */
export const ASK = '{"id":"ask","scope":"global","capability":"*","effect":"ask"}';

/** The id under which an invocation waits, which is left pending. */
export async function waiting(data: string, argv: readonly string[]): Promise<string> {
  const { stdout } = await durable(data, ['invoke', ...argv, '--json', '--no-input']);
  const { pending } = JSON.parse(stdout) as { readonly pending: { readonly id: string } };
  return pending.id;
}

/** What the mind of the fixture asks to be granted. */
export async function asked(
  data: string,
  reason = 'notes are looked up often',
  notes = 'a*',
): Promise<CapabilityRequest> {
  const host = await createHost(durableConfig({ data }));
  const answer = await host.executor.requestCapability(
    {
      scope: { capability: 'notes.read@1', parameters: { note: notes }, access: 'read' },
      durationMs: 3_600_000,
      operations: 5,
      reason,
      evidence: ['observation:1'],
      risk: 'low',
      mitigation: 'only notes that begin with a',
      fallback: 'asks each time',
      alternatives: [],
    },
    createCaller({
      principal: 'mind:muse',
      origin: 'model',
      occasion: 'turn:1',
      intention: 'tidy-up',
    }),
  );
  await host.close();
  if (!answer.ok) throw new Error(answer.code);
  return answer.request;
}
