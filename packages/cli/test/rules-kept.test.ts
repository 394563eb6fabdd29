import { describe, expect, it } from 'vitest';
import { needReadableRules } from '../src/rules-kept.js';

const keeping = (rules: readonly object[]) => ({
  keepsRules: true,
  store: { policy: () => ({ revision: 1, rules: rules as never }) },
});

describe('needReadableRules', () => {
  it('answers where they can be read, and where something else rules', async () => {
    await needReadableRules(keeping([]));
    await needReadableRules({ ...keeping([{ id: 1 }]), keepsRules: false });
  });

  it('says how others are put in the place of what is no rule, and nothing that is kept', async () => {
    await expect(needReadableRules(keeping([{ hunter2: 1 }]))).rejects.toMatchObject({
      exit: 'unavailable',
      message: expect.stringMatching(/^policy_unreadable: (?!.*hunter2).*policy import/) as unknown,
    });
  });

  it('promises no remedy where the store gives nothing out', async () => {
    const store = {
      policy: () => {
        throw new SyntaxError('hunter2');
      },
    };
    await expect(needReadableRules({ store, keepsRules: true })).rejects.toMatchObject({
      exit: 'unavailable',
      message: expect.stringMatching(/cannot be fetched: SyntaxError$/) as unknown,
    });
  });
});
