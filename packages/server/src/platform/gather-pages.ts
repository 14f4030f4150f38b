/** Collects all items of pages at once: for lists whose length is limited. */
export async function gatherPages<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) for (const item of page) items.push(item);
  return items;
}
