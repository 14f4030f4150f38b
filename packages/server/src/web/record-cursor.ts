import { fail, type Result, succeed } from "@weir/protocol/result";
import type { z } from "zod";
import type { ProblemDetails } from "./api-answer.ts";

/** Where a list continues: the last sort key, in an opaque form. */
export function writeCursor(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** The first `limit` items. One more, which shows that there is another page, is left out. */
export function cutPage<Item>(
  found: readonly Item[],
  limit: number,
  keyOf: (item: Item) => unknown,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? writeCursor(keyOf(items.at(-1)!)) : null };
}

export function readCursor<Schema extends z.ZodType>(
  cursor: string | undefined,
  schema: Schema,
): Result<z.output<Schema> | undefined, ProblemDetails> {
  if (cursor === undefined) return succeed(undefined);
  const read = schema.safeParse(parse(cursor));
  return read.success ? succeed(read.data) : fail(badCursor);
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
