import { type RawBuilder, sql } from "kysely";
import type { StoreDialect } from "../engine/store-dialect.ts";

/** Counts the waiting messages of each of these accounts, up to a limit. */
export function waitingMessages(
  dialect: StoreDialect,
  accountIds: readonly number[],
  countedMax: number,
): RawBuilder<{ accountId: number; waiting: number }> {
  return sql`
    SELECT account_id AS "accountId", (
      SELECT count(*) FROM (
        SELECT 1 FROM ${dialect.table("outbox")} AS own
        WHERE own.state = 'waiting' AND own.account_id = asked.account_id LIMIT ${countedMax}
      ) AS counted
    ) AS waiting
    FROM ${dialect.list("asked", "account_id", accountIds)}`;
}
