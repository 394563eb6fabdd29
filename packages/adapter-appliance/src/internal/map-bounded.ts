/** Does the same work on every item, at most so many at once, and gives the answers in the items' order. */
export async function mapBounded<Item, Answer>(
  items: readonly Item[],
  limit: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) {
      signal.throwIfAborted();
      answers[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return answers;
}
