import { setImmediate } from "node:timers/promises";

/** Pages of at most this many items. Between two of them whatever else waits gets its turn, also where pages are taken at once. */
export async function* inPages<Item>(items: Iterator<Item>, itemsMax: number): AsyncGenerator<Item[]> {
  for (;;) {
    const page: Item[] = [];
    while (page.length < itemsMax) {
      const next = items.next();
      if (next.done) break;
      page.push(next.value);
    }
    if (page.length > 0) yield page;
    if (page.length < itemsMax) return;
    await setImmediate();
  }
}
