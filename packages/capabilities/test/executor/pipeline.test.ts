import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pipeline } from '../../src/executor/pipeline.js';
import { pass, reject, type Verdict } from '../../src/executor/verdict.js';

interface Zero {
  readonly trace: readonly string[];
}
interface One extends Zero {
  readonly one: true;
}

const host = () => ({
  defects: [] as unknown[],
  stages: [] as string[],
  defect(thrown: unknown) {
    this.defects.push(thrown);
  },
  passed(stage: string) {
    this.stages.push(stage);
  },
});
type Host = ReturnType<typeof host>;
const add =
  (name: string) =>
  (known: Zero): Verdict<Zero> =>
    pass({ trace: [...known.trace, name] });

describe('pipeline', () => {
  it('S1-175 runs stages in the order they are written, and the finish last', async () => {
    const run = pipeline<Host, Zero>()
      .stage('resolve', add('a'))
      .stage('validate', (known) => Promise.resolve(add('b')(known)))
      .audited(({ known, passed }) => [...known.trace, `passed ${passed ?? 'nothing'}`]);
    expect(await run({ trace: [] }, host())).toEqual(['a', 'b', 'passed validate']);
  });

  it('for every stage that says no: nothing after it runs, and the finish sees what was known before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.boolean(), fc.boolean(), async (at, throws, later) => {
        const names = ['resolve', 'validate', 'policy', 'confirm', 'execute'] as const;
        let built = pipeline<Host, Zero>();
        names.forEach((name, index) => {
          built = built.stage(name, (known) => {
            if (index !== at) return add(name)(known);
            if (throws && later) return Promise.reject(new Error('stage'));
            if (throws) throw new Error('stage');
            return later
              ? Promise.resolve(reject(name, 'stage_failed'))
              : reject(name, 'stage_failed');
          });
        });
        const told = host();
        const { known, rejection } = await built.audited((trail) => trail)({ trace: [] }, told);
        expect(known.trace).toEqual(names.slice(0, at));
        expect(rejection).toMatchObject({ stage: names[at], code: 'stage_failed' });
        expect(told.defects).toHaveLength(throws ? 1 : 0);
        expect(told.stages).toEqual(names.slice(0, at));
      }),
    );
  });

  it('a pipeline that only looks tells nobody', async () => {
    const told = host();
    await pipeline<Host, Zero>()
      .stage('resolve', add('a'))
      .judged(() => undefined)({ trace: [] }, told);
    expect(told.stages).toEqual([]);
  });

  it('a stage in the wrong place does not compile', () => {
    const needsOne = (known: One): Verdict<One> => pass(known);
    // @ts-expect-error -- nothing before it has established `one`
    pipeline<Host, Zero>().stage('validate', needsOne);
    expect(pipeline<Host, Zero>()).not.toHaveProperty('then');
  });
});
