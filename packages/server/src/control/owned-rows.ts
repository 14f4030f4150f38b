import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ControlData } from "./control.ts";

/** Who looks at rows that belong to an account or to one person in it. Without a person, only the account's are found. */
export interface Viewer {
  readonly accountId: number;
  readonly userId: number | null;
}

/** Whose rows are counted: the account's, those of one person in it, or all of them. */
export interface Holder {
  readonly accountId: number;
  readonly userId: number | null | "anybody";
}

/** Selects the rows of the account and the person's own. */
export function visibleTo(userId: number | null): RawBuilder<SqlBool> {
  // Nothing equals null, so without a person only rows of the account are left.
  return sql<SqlBool>`(user_id IS NULL OR user_id = ${userId})`;
}

export async function countOwned(
  db: ControlData,
  table: "boards" | "channels" | "notification_rules",
  { accountId, userId }: Holder,
): Promise<number> {
  const ofAccount = db
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId);
  const held =
    userId === "anybody" ? ofAccount : ofAccount.where("user_id", userId === null ? "is" : "=", userId);
  return (await held.executeTakeFirstOrThrow()).count;
}
