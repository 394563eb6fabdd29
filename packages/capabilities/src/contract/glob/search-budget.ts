/** How much a search may still do. One budget may be shared by many searches. */
export interface SearchBudget {
  /** Takes so many steps of it; false, now and ever after, once there is no more. */
  take(steps: number): boolean;
  /** Whether a search had to stop for want of it. */
  readonly isSpent: boolean;
}

/** A budget of so many steps; each takes less than a microsecond. */
export function searchBudget(steps: number): SearchBudget {
  let left = steps;
  return {
    take(some) {
      left -= some;
      return left >= 0;
    },
    get isSpent() {
      return left < 0;
    },
  };
}
