import { isOfContent } from "./is-of-content.ts";

/**
 * Does the work for all items at once; if the store refuses what they contain, for each alone, so that one of them cannot
 * hold up the others. Resolves to the items that were refused. Every other fault ends the work.
 */
export async function apartIfRefused<Item>(
  items: readonly Item[],
  work: (some: readonly Item[]) => Promise<void>,
): Promise<Item[]> {
  try {
    await work(items);
    return [];
  } catch (error) {
    if (!isOfContent(error)) throw error;
  }
  const refused: Item[] = [];
  for (const item of items) {
    try {
      await work([item]);
    } catch (error) {
      if (!isOfContent(error)) throw error;
      refused.push(item);
    }
  }
  return refused;
}
