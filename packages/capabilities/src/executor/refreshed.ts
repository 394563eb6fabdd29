import type { Door } from './door.js';

/** Rules that cannot be read permit nothing, and stand in nobody's way who ends what is over. */
export async function refreshed({ policy, defect }: Door): Promise<void> {
  try {
    await policy.refresh?.(0);
  } catch (thrown) {
    defect(thrown, 'policy');
  }
}
