import type { OutcomeReason } from "@weir/protocol/request-reasons";
import { type RawBuilder, sql } from "kysely";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import type { RowFilter } from "../engine/row-filter.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import { rowsOf, type Work } from "../engine/store-writer.ts";
import { fatesOf } from "../receipts/fates-of-requests.ts";
import { decodeLine } from "./activity-line.ts";
import { newestFirst, requestsWhere } from "./newest-requests.ts";
import { type RequestRow, requestSelectList } from "./record.ts";
import type { RequestQuery } from "./request-query.ts";

/** The minimum number of candidate requests that are read at a time. */
const portionMin = 200;

/**
 * Returns requests whose accepted readings were lost, for the reason `outcome` or for any. Without `outcome`, also
 * requests in which not everything was accepted. The fates of readings are known only after their request was recorded,
 * so its row does not include them. For each device the first and last time of a loss are known, and only requests
 * between these times are looked up.
 */
export function* unsavedRequests(
  dialect: StoreDialect,
  query: RequestQuery,
  outcome: OutcomeReason | undefined,
): Work<ActivityRecord[]> {
  const found: ActivityRecord[] = [];
  const portion = Math.max(portionMin, query.limit);
  for (let { before } = query; ; ) {
    const filter = requestsWhere(dialect, { ...query, ...(before === undefined ? {} : { before }) });
    const select = selectCandidates(dialect, filter, { withTroubled: outcome === undefined, limit: portion });
    const rows = yield* rowsOf(select);
    const candidates = rows.flatMap((row) => {
      const record = decodeLine(row.line, row);
      return record === null ? [] : [{ record, isMeant: outcome === undefined && row.isTroubled === 1 }];
    });
    found.push(...(yield* unsavedAmong(dialect, candidates, outcome)));
    const last = candidates.at(-1);
    if (found.length >= query.limit || rows.length < portion || last === undefined)
      return found.slice(0, query.limit);
    before = last.record;
  }
}

/**
 * Selects candidates, newest first: requests of devices that lost readings, from the first loss to the last, and
 * troubled requests if `withTroubled` is set.
 */
function selectCandidates(
  dialect: StoreDialect,
  filter: RowFilter,
  { withTroubled, limit }: { readonly withTroubled: boolean; readonly limit: number },
): RawBuilder<RequestRow> {
  const requests = dialect.table("requests");
  const newest = sql`${newestFirst} LIMIT ${limit}`;
  const columns = sql`${sql.raw(requestSelectList)}, arrival_ms, request_id`;
  const unsaved = sql`
    SELECT ${columns} FROM ${requests} JOIN (
      SELECT device_id AS lost_of, min(first_ms) AS lost_from, max(last_ms) AS lost_to
      FROM ${dialect.table("unsaved_ends")} WHERE account_id = ${filter.accountId} GROUP BY device_id
    ) AS lost ON device_id = lost_of AND arrival_ms BETWEEN lost_from AND lost_to
    ${filter.where} AND accepted > 0`;
  // Two selects, so that each can use its own index.
  const candidates = withTroubled
    ? sql`
      SELECT * FROM (SELECT ${columns} FROM ${requests} ${filter.where} AND is_troubled ${newest}) AS troubled
      UNION ALL
      SELECT * FROM (${unsaved} AND NOT is_troubled ${newest}) AS lost`
    : unsaved;
  return sql<RequestRow>`SELECT * FROM (${candidates}) AS candidate ${newest}`;
}

interface Candidate {
  readonly record: ActivityRecord;
  /** True if the request matches whatever became of its readings. */
  readonly isMeant: boolean;
}

function* unsavedAmong(
  dialect: StoreDialect,
  candidates: readonly Candidate[],
  outcome: OutcomeReason | undefined,
): Work<ActivityRecord[]> {
  const asked = candidates.map(({ record, isMeant }) => (isMeant ? null : parseRequestId(record.requestId)));
  const numbers = asked.filter((number) => number !== null);
  const fates = new Map(
    (yield* fatesOf(dialect, numbers)).map((ofRequest, nth) => [numbers[nth]!, ofRequest]),
  );
  return candidates
    .filter(({ isMeant }, nth) => {
      const number = asked[nth];
      if (isMeant || number === null || number === undefined) return isMeant;
      return fates
        .get(number)!
        .some(({ fate, onPurpose }) =>
          fate === "dead" ? outcome !== "not_saved" : onPurpose === false && outcome !== "failed",
        );
    })
    .map(({ record }) => record);
}
