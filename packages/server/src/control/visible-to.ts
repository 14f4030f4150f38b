import { type RawBuilder, type SqlBool, sql } from "kysely";

/** For tables whose rows belong to an account, or to one person in it: the rows of the account and the person's own. */
export function visibleTo(userId: number | null): RawBuilder<SqlBool> {
  // Nothing equals null, so without a person only rows of the account are left.
  return sql<SqlBool>`(user_id IS NULL OR user_id = ${userId})`;
}
