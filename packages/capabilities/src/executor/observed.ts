import type { Json } from '../internal/json.js';
import type { Door } from './door.js';
import type { Performed } from './evidence.js';
import type { Observation } from './observer.js';

/** Hands on a result that has text in it. Nothing waits for it but the answer itself. */
export async function observed(known: Performed, { observer, defect }: Door): Promise<void> {
  const { capability, caller, result } = known;
  if (observer === undefined || known.recorded !== undefined || !hasText(result)) return;
  const observation: Observation = Object.freeze({
    invocation: known.id,
    capability: capability.name,
    version: capability.version,
    trust: capability.trust,
    principal: caller.principal,
    ...(caller.occasion !== undefined && { occasion: caller.occasion }),
    ...(caller.intention !== undefined && { intention: caller.intention }),
    result,
  });
  try {
    await observer.observe(observation);
  } catch (thrown) {
    defect(thrown, 'observer');
  }
}

function hasText(value: Json): boolean {
  if (typeof value === 'string') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasText);
}
