import type { RequestReason } from "@weir/protocol/request-reasons";
import { type RawBuilder, sql } from "kysely";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import { rowsOf, type Work } from "../engine/store-writer.ts";
import { type RequestRow, requestSelectList, requestsOf } from "./record.ts";
import type { RequestQuery } from "./request-query.ts";

/** Where requests of devices are kept. */
export interface RequestSource {
  /** The newest of the selected requests, newest first. */
  newest(selection: RequestSelection): Work<ActivityRecord[]>;
}

export interface RequestSelection extends Pick<RequestQuery, "accountId" | "deviceId" | "before" | "limit"> {
  /** All of them if left out. */
  readonly only?: RequestChoice;
}

type RequestChoice =
  | { readonly kind: "id"; readonly requestId: string }
  /** Something was not accepted, for this reason if one is given. */
  | { readonly kind: "troubled"; readonly reason?: RequestReason }
  /** Something was accepted, between the first and the last time that readings of the device were lost. */
  | { readonly kind: "lossy"; readonly orTroubled: boolean };

/** Among requests that arrived together, the one with the longer id is later: ids end in a counter. */
const newestFirst = sql`ORDER BY arrival_ms DESC, length(request_id) DESC, request_id DESC`;

export function compareNewestFirst(one: Arrival, other: Arrival): number {
  if (one.arrivalMs !== other.arrivalMs) return other.arrivalMs - one.arrivalMs;
  const longer = other.requestId.length - one.requestId.length;
  return longer !== 0
    ? longer
    : Number(other.requestId > one.requestId) - Number(other.requestId < one.requestId);
}

type Arrival = Pick<ActivityRecord, "arrivalMs" | "requestId">;

/** Requests in rows, one each. */
export function requestRows(dialect: StoreDialect): RequestSource {
  const requests = dialect.table("requests");
  return {
    *newest(selection) {
      const filter = requestsWhere(dialect, selection);
      const { only, limit } = selection;
      const newest = sql`${newestFirst} LIMIT ${limit}`;
      if (only?.kind === "lossy")
        return requestsOf(yield* rowsOf(selectLossy(dialect, filter, newest, only.orTroubled)));
      if (only?.kind === "id") filter.equals("request_id", only.requestId);
      if (only?.kind === "troubled") filter.is(sql`is_troubled`);
      if (only?.kind === "troubled" && only.reason !== undefined)
        filter.is(dialect.holds("reasons", only.reason));
      const select = sql<RequestRow>`SELECT ${sql.raw(requestSelectList)} FROM ${requests} ${filter.where} ${newest}`;
      return requestsOf(yield* rowsOf(select));
    },
  };
}

/** Requests of both sources. */
export function bothRequests(one: RequestSource, other: RequestSource): RequestSource {
  return {
    *newest(selection) {
      const found = [...(yield* one.newest(selection)), ...(yield* other.newest(selection))];
      return found.sort(compareNewestFirst).slice(0, selection.limit);
    },
  };
}

/** Selects the requests of an account or device, before a request if the query names one. */
function requestsWhere(dialect: StoreDialect, { accountId, deviceId, before }: RequestSelection): RowFilter {
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

function selectLossy(
  dialect: StoreDialect,
  filter: RowFilter,
  newest: RawBuilder<unknown>,
  orTroubled: boolean,
): RawBuilder<RequestRow> {
  const requests = dialect.table("requests");
  const columns = sql`${sql.raw(requestSelectList)}, arrival_ms, request_id`;
  const lossy = sql`
    SELECT ${columns} FROM ${requests} JOIN (${selectLosses(dialect, filter.accountId)}) AS lost
      ON device_id = lost_of AND arrival_ms BETWEEN lost_from AND lost_to
    ${filter.where} AND accepted > 0`;
  // Two selects, so that each can use its own index.
  const candidates = orTroubled
    ? sql`
      SELECT * FROM (SELECT ${columns} FROM ${requests} ${filter.where} AND is_troubled ${newest}) AS troubled
      UNION ALL
      SELECT * FROM (${lossy} AND NOT is_troubled ${newest}) AS lossy`
    : lossy;
  return sql<RequestRow>`SELECT * FROM (${candidates}) AS candidate ${newest}`;
}

/** Selects the first and the last time that readings of each device of an account were lost. */
export function selectLosses(dialect: StoreDialect, accountId: RowFilter["accountId"]): RawBuilder<unknown> {
  return sql`
    SELECT device_id AS lost_of, min(first_ms) AS lost_from, max(last_ms) AS lost_to
    FROM ${dialect.table("unsaved_ends")} WHERE account_id = ${accountId} GROUP BY device_id`;
}
