let last = 0;

/** Puts rows of one process that were made within the same moment in the order in which they were. */
export const nextInOrder = (): number => (last += 1);
