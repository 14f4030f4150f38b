import { type RawBuilder, sql } from "kysely";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import { type RequestRow, requestSelectList } from "./record.ts";
import type { RequestQuery } from "./request-query.ts";

/** Among requests that arrived together, the one with the longer id is later: ids end in a counter. */
export const newestFirst = sql`ORDER BY arrival_ms DESC, length(request_id) DESC, request_id DESC`;

/** Selects the requests of an account or device, before a request if the query names one. */
export function requestsWhere(
  dialect: StoreDialect,
  { accountId, deviceId, before }: Pick<RequestQuery, "accountId" | "deviceId" | "before">,
): RowFilter {
  const filter = new RowFilter(dialect, accountId).equals("device_id", deviceId);
  if (before === undefined) return filter;
  const { arrivalMs, requestId } = before;
  // Both conditions, because the index is ordered by arrival alone.
  return filter
    .is(sql`arrival_ms <= ${arrivalMs}`)
    .is(
      sql`(arrival_ms, length(request_id), request_id) < (${arrivalMs}, ${requestId.length}, ${requestId})`,
    );
}

export function selectRequests(
  dialect: StoreDialect,
  filter: RowFilter,
  limit: number,
): RawBuilder<RequestRow> {
  return sql<RequestRow>`
    SELECT ${sql.raw(requestSelectList)} FROM ${dialect.table("requests")} ${filter.where}
    ${newestFirst} LIMIT ${limit}`;
}
