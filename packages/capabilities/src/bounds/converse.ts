import type { Capability } from '../contract/accepted.js';
import { ASIDE_BYTES } from './channel/messages.js';
import { broker } from './broker.js';
import type { Deadlines } from './deadlines.js';
import { heed } from './heed.js';
import { measure } from './measured.js';
import type { Ran, RunFault, Task } from './runner.js';
import type { Worker } from './worker.js';

const LOST: Ran = Object.freeze({ ok: false, code: 'worker_lost', started: true });

/**
 * One call of one worker: its arguments in, its result out, and between them what it asks of powers.
 *
 * The first of the result, the deadline and the caller's signal decides. Whatever did not end well
 * ends the worker, so that nothing runs on that nobody waits for.
 */
export function converse(worker: Worker, task: Task, deadlines: Deadlines): Promise<Ran> {
  const { capability, args, powers, timeoutMs, maxResultBytes, signal, invocation, late } = task;
  const call = crypto.randomUUID();
  let finish!: (ran: Ran) => void;
  const ran = new Promise<Ran>((resolve) => (finish = resolve));
  const lent = broker(call, powers, worker.say);
  let isOver = false;

  function end(outcome: Ran): void {
    if (isOver) return;
    isOver = true;
    cancelDeadline();
    unheed?.();
    lent.end();
    if (!outcome.ok) worker.kill();
    finish(outcome);
  }
  const abort = (): void => end(fault('cancelled'));
  const cancelDeadline = deadlines.after(timeoutMs, () => end(fault('timed_out')));
  const unheed = signal === undefined ? undefined : heed(signal, abort);
  if (signal !== undefined && unheed === undefined) {
    end({ ...fault('cancelled'), started: false });
    return ran;
  }

  worker.listen(
    {
      heard(message) {
        const said = asObject(message);
        // Whatever comes after the end is dropped, and ends the worker; a result of then is on record.
        if (isOver) {
          worker.kill();
          if (said?.['call'] === call && said['is'] === 'result') late?.();
          return;
        }
        if (said?.['call'] !== call) return end(LOST);
        switch (said['is']) {
          case 'result':
            return end(measure(said['result'], maxResultBytes));
          case 'failed':
            return end(failedOf(said, capability));
          default:
            if (!lent.hear(said)) end(LOST);
        }
      },
      gone: () => end(LOST),
    },
    maxResultBytes + ASIDE_BYTES,
  );
  worker.say({
    is: 'call',
    call,
    args,
    maxResultBytes,
    invocation,
    powers: Object.keys(powers),
    origins: Object.keys(powers.origin ?? {}),
    now: powers.clock?.now() ?? 0,
  });
  return ran;
}

const fault = (code: RunFault): Extract<Ran, { ok: false }> => ({ ok: false, code, started: true });

/** Codes that a worker may say of its call by itself; whether the host would agree does not matter. */
const SAID: ReadonlySet<unknown> = new Set<RunFault>([
  'result_too_large',
  'invalid_result',
  'handler_failed',
]);

function failedOf(said: Readonly<Record<string, unknown>>, { id }: Capability): Ran {
  const { code, reason, text } = said;
  if (!SAID.has(code)) return LOST;
  return {
    ok: false,
    code: code as RunFault,
    started: true,
    ...(typeof reason === 'string' && { reason }),
    ...(typeof text === 'string' && { thrown: new HandlerError(id, text) }),
  };
}

/** What a handler threw in a worker, as the text it came as. For the host's defect hook alone. */
class HandlerError extends Error {
  override readonly name = 'HandlerError';
  constructor(capability: string, text: string) {
    super(`${capability}: ${text}`);
  }
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
