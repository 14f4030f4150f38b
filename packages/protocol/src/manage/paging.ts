import { z } from "zod";

/** How long a page may be, and how long it is when nobody says. */
export const pageMax = 1000;
const pageUsual = 100;

/** Lists come in pages. `cursor` is what the page before gave as `next`; it is opaque. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(pageMax).default(pageUsual),
  // A cursor holds the name where the list goes on, and names may be 200 characters of any script.
  cursor: z.string().max(2000).optional(),
});

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable().describe("The cursor of the next page; null on the last."),
  });
}
