import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { disclose, type Disclosed } from '../../src/confirmation/disclosure.js';
import { defineCapability } from '../../src/contract/capability.js';
import type { Network, SideEffect } from '../../src/contract/classification.js';
import { canonicalJson } from '../../src/internal/canonical.js';
import { written } from '../contract/contracts.js';
import { json } from '../internal/json-values.js';
import { gluing } from './pendings.js';

const capability = fc
  .record({
    sideEffect: fc.constantFrom<SideEffect>('read_only', 'mutating'),
    network: fc.constantFrom<Network>('local', 'external'),
    name: fc.constantFrom('fixture.look', 'fixture.touch'),
    version: fc.constantFrom(1, 2),
  })
  .map((changes) => defineCapability(written(changes)));

const mark = fc.record({
  path: gluing.map((path) => `/${path}`),
  source: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,8}$/),
  trust: fc.constantFrom('tool', 'low'),
});

const disclosed: fc.Arbitrary<Disclosed> = fc.record({
  capability,
  effect: gluing,
  target: gluing,
  args: json,
  principal: gluing,
  occasion: gluing,
  provenance: fc.array(mark, { maxLength: 3 }),
});

/** Reads back what was made visible. */
const readBack = (visible: string): string =>
  visible.replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) =>
    String.fromCodePoint(parseInt(hex, 16)),
  );

const saidBy = ({ capability: { id, sideEffect, network }, ...rest }: Disclosed): string =>
  canonicalJson({ ...rest, id, sideEffect, network } as never);

describe('disclose', () => {
  test.prop([disclosed])(
    'for every request: each argument can be read back from what is shown, complete',
    (one) => {
      const shown = disclose(one).fields.arguments;
      expect(JSON.parse(readBack(shown))).toEqual(one.args);
      expect(readBack(shown)).toBe(canonicalJson(one.args));
    },
  );

  test.prop([disclosed, disclosed])(
    'for every two requests: one digest exactly when they say the same',
    (one, other) => {
      expect(disclose(one).digest === disclose(other).digest).toBe(saidBy(one) === saidBy(other));
    },
  );

  test.prop([disclosed, disclosed])(
    'for every request and any one of its parts: another part is another digest',
    (one, other) => {
      for (const part of Object.keys(one) as (keyof Disclosed)[]) {
        const changed = { ...one, [part]: other[part] };
        expect(disclose(changed).digest === disclose(one).digest).toBe(
          saidBy(changed) === saidBy(one),
        );
      }
    },
  );

  test.prop([disclosed])(
    'for every request: one fact a line, in one order, and nothing between',
    (one) => {
      const { text, fields } = disclose(one);
      const lines = text.split('\n');
      expect(lines).toEqual([
        fields.effect,
        `Capability: ${fields.capability}`,
        `Target: ${fields.target}`,
        `Arguments: ${fields.arguments}`,
        `This ${fields.sideEffect}, and ${fields.network}.`,
        ...fields.provenance.map((line) => `Argument ${line}`),
        `Asked by ${fields.asker}, on occasion ${fields.occasion}.`,
        'Yes lets exactly this run, once.',
      ]);
      expect(lines).toHaveLength(7 + one.provenance.length);
    },
  );

  test.prop([disclosed])(
    'for every request: no control, invisible or bidi character is shown as itself',
    (one) => {
      const { text, fields } = disclose(one);
      for (const shown of [...text.split('\n'), ...Object.values(fields).flat()])
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    },
  );

  test.prop([disclosed, fc.stringMatching(/^canary[a-z]{8}$/)])(
    'for every request: what a caller adds of its own is shown nowhere',
    (one, canary) => {
      const claimed = {
        ...one,
        text: canary,
        consequence: canary,
        summary: canary,
        approvedBy: canary,
      };
      expect(JSON.stringify(disclose(claimed))).not.toContain(canary);
    },
  );
});
