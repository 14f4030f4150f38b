import { z } from "zod";

/** The largest number of items of a page, and the default. */
export const pageMax = 1000;
const pageUsual = 100;

/** Lists are paged. `cursor` is the `next` of the page before; it is opaque. */
export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(pageMax).default(pageUsual),
  // A cursor contains the name at which the list continues, and names may have 200 characters of any script.
  cursor: z.string().max(2000).optional(),
});

export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    next: z.string().nullable().describe("The cursor of the next page; null on the last."),
  });
}
