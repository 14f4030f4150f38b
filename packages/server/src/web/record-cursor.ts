import type { z } from "zod";
import type { Declined, ProblemDetails } from "./api-answer.ts";

/** Where a list goes on: the last sort key, in a form that clients have no reason to take apart. */
export function writeCursor(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** The first `limit` of those that were found. One more than that, which tells that there is another page, is left out. */
export function cutPage<Item>(
  found: readonly Item[],
  limit: number,
  keyOf: (item: Item) => unknown,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? writeCursor(keyOf(items.at(-1)!)) : null };
}

type ReadCursor<Key> = { readonly ok: true; readonly key: Key | undefined } | Declined;

export function readCursor<Schema extends z.ZodType>(
  cursor: string | undefined,
  schema: Schema,
): ReadCursor<z.output<Schema>> {
  if (cursor === undefined) return { ok: true, key: undefined };
  const read = schema.safeParse(parse(cursor));
  return read.success ? { ok: true, key: read.data } : { ok: false, problem: badCursor };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

const message = "The cursor is not valid for this list. Use the `next` value of a page of this list.";
const badCursor: ProblemDetails = {
  status: 422,
  code: "not_valid",
  detail: `query.cursor: ${message}`,
  errors: [{ field: "query.cursor", message }],
};
