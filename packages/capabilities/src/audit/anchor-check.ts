import type { Anchor } from './chain.js';
import type { ExpectedPlace } from './verify-report.js';

/** Compares places with what was noted of them elsewhere. */
export interface AnchorCheck {
  /** Tells whether a place that was reached contradicts what was noted of it. */
  contradicts(place: Anchor): boolean;
  /** The highest place of a writer that was found as noted. */
  confirmed(writer: string): number | undefined;
  /** What was noted; a place that names no writer is of the first one in the log. */
  places(): readonly Anchor[];
}

/** Makes an {@link AnchorCheck}. `first` says which writer came first, once it is known. */
export function createAnchorCheck(
  expected: readonly ExpectedPlace[],
  first: () => string | undefined,
): AnchorCheck {
  const confirmed = new Map<string, number>();
  const writerOf = (place: ExpectedPlace): string => place.writer ?? first() ?? '';
  return {
    contradicts({ writer, seq, hash }) {
      for (const place of expected) {
        if (place.seq !== seq || writerOf(place) !== writer) continue;
        if (place.hash !== hash) return true;
        confirmed.set(writer, Math.max(seq, confirmed.get(writer) ?? 0));
      }
      return false;
    },
    confirmed: (writer) => confirmed.get(writer),
    places: () =>
      expected.map((place) => ({ writer: writerOf(place), seq: place.seq, hash: place.hash })),
  };
}
