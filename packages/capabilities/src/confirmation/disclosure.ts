import type { Capability } from '../contract/capability.js';
import type { Provenance } from '../contract/caller.js';
import { canonicalJson } from '../internal/canonical.js';
import { deepFreeze } from '../internal/freeze.js';
import type { Json } from '../internal/json.js';
import { sha256Hex } from '../internal/sha256.js';
import { visibleText } from '../internal/visible-text.js';

/** What a person is shown before a yes, and what the yes is bound to. */
export interface Disclosure {
  /** The whole frame, one line a fact, to be shown byte for byte. */
  readonly text: string;
  /** The same facts apart, for a page that lays them out. */
  readonly fields: DisclosureFields;
  /** SHA-256 over text and fields: what you see is what you sign. */
  readonly digest: string;
}

/** The facts of a disclosure, each already safe to show. */
export interface DisclosureFields {
  readonly effect: string;
  readonly capability: string;
  readonly target: string;
  /** Every argument, complete, as JSON. */
  readonly arguments: string;
  readonly sideEffect: string;
  readonly network: string;
  readonly provenance: readonly string[];
  readonly asker: string;
  readonly occasion: string;
  readonly consequence: string;
}

/** What a disclosure is built from. */
export interface Disclosed {
  readonly capability: Capability;
  /** The contract's own sentence, or undefined when it has none. */
  readonly effect: string | undefined;
  readonly target: string | undefined;
  readonly args: Json;
  readonly principal: string;
  readonly occasion: string | undefined;
  readonly provenance: readonly Provenance[];
}

const DOMAIN = 'sovereign/disclosure/1\n';

const SIDE_EFFECT = {
  read_only: 'only reads',
  mutating: 'changes something',
} as const;
const NETWORK = {
  local: 'stays on this device',
  external: 'contacts something outside this device',
} as const;

/**
 * Builds what a person sees of one request. The executor calls it; no caller,
 * model or page supplies a word of it. Source: decision «Disclosure».
 */
export function disclose(disclosed: Disclosed): Disclosure {
  const { capability } = disclosed;
  const fields: DisclosureFields = {
    effect: visibleText(disclosed.effect ?? capability.summary),
    capability: capability.id,
    target: visibleText(disclosed.target ?? 'none'),
    arguments: visibleText(canonicalJson(disclosed.args)),
    sideEffect: SIDE_EFFECT[capability.sideEffect],
    network: NETWORK[capability.network],
    provenance: disclosed.provenance.map(({ path, source, trust }) =>
      visibleText(`${path} came from ${source} (${trust} trust)`),
    ),
    asker: visibleText(disclosed.principal),
    occasion: visibleText(disclosed.occasion ?? 'none'),
    consequence: 'Yes lets exactly this run, once.',
  };
  const text = [
    fields.effect,
    `Capability: ${fields.capability}`,
    `Target: ${fields.target}`,
    `Arguments: ${fields.arguments}`,
    `This ${fields.sideEffect}, and ${fields.network}.`,
    ...fields.provenance.map((mark) => `Argument ${mark}`),
    `Asked by ${fields.asker}, on occasion ${fields.occasion}.`,
    fields.consequence,
  ].join('\n');
  const digest = sha256Hex(
    DOMAIN + canonicalJson({ text, fields: { ...fields, provenance: [...fields.provenance] } }),
  );
  return deepFreeze({ text, fields, digest });
}
