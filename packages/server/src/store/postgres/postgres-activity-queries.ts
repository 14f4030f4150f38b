import { isOutcomeReason, type OutcomeReason } from "@weir/protocol/request-reasons";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import { decodeLine, type LineHead } from "../activity-line.ts";
import type {
  ActivityQueries,
  QuarantinedReading,
  QuarantineQuery,
  RequestQuery,
} from "../activity-queries.ts";
import { readFates } from "./read-fates.ts";
import { RowFilter } from "./row-filter.ts";
import type { StoreDatabase } from "./store-database.ts";

/** The minimum number of candidate requests that are read at a time. */
const portionMin = 200;

const quarantineColumns = `
  id, account_id AS "accountId", device_id AS "deviceId", request_id AS "requestId", position, reason,
  arrival_ms AS "arrivalMs", correction_us AS "correctionUs", url_sensor AS "urlSensor", entry`;

const requestColumns = `
  account_id AS "accountId", device_id AS "deviceId", arrival_ms AS "arrivalMs", is_troubled AS "isTroubled", line`;

/** Among requests that arrived together, the one with the longer id is later: ids end in a counter. */
const newestFirst = "arrival_ms DESC, length(request_id) DESC, request_id DESC";

export class PostgresActivityQueries implements ActivityQueries {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async requests(query: RequestQuery): Promise<ActivityRecord[]> {
    const { reason, onlyTroubled = false } = query;
    const outcome = reason !== undefined && isOutcomeReason(reason) ? reason : undefined;
    if (outcome !== undefined || (onlyTroubled && reason === undefined))
      return this.#database.readFor(query.accountId, (tx) => readUnsaved(tx, query, outcome));
    const filter = filterOf(query);
    if (onlyTroubled || reason !== undefined) filter.is("is_troubled");
    if (reason !== undefined) filter.is(`${filter.bind(reason)} = ANY (reasons)`);
    return this.#records(filter, query.limit);
  }

  async request(accountId: number, requestId: string): Promise<ActivityRecord | null> {
    const filter = new RowFilter(accountId).equals("request_id", requestId);
    return (await this.#records(filter, 1))[0] ?? null;
  }

  async quarantined(query: QuarantineQuery): Promise<QuarantinedReading[]> {
    const filter = new RowFilter(query.accountId)
      .equals("device_id", query.deviceId)
      .equals("reason", query.reason)
      .among("id", query.ids)
      .before(query.beforeId);
    const limit = filter.bind(query.limit);
    return this.#database.rowsFor(
      filter.accountId,
      `SELECT ${quarantineColumns} FROM weir_store.quarantine ${filter.where} ORDER BY id DESC LIMIT ${limit}`,
      filter.values,
    );
  }

  async quarantinedCount(accountId: number, countedMax: number): Promise<number> {
    const rows = await this.#database.rowsFor<{ readings: number }>(
      accountId,
      `SELECT count(*) AS readings FROM (SELECT 1 FROM weir_store.quarantine WHERE account_id = $1 LIMIT $2) AS counted`,
      [accountId, countedMax],
    );
    return rows[0]!.readings;
  }

  async lastTroubledOf(deviceIds: readonly number[]): Promise<Map<number, number>> {
    const { rows } = await this.#database.query<{ deviceId: number; lastMs: number }>(
      `SELECT device_id AS "deviceId", last_troubled_ms AS "lastMs" FROM weir_store.device_troubles
       WHERE device_id = ANY ($1::int8[])`,
      [deviceIds],
    );
    return new Map(rows.map(({ deviceId, lastMs }) => [deviceId, lastMs]));
  }

  /** Read as one list, because a hundred thousand rows take several times as long. */
  async troubledSince(sinceMs: number): Promise<number[]> {
    const { rows } = await this.#database.query<{ ids: number[] }>(
      `SELECT coalesce(array_agg(device_id), '{}') AS ids FROM weir_store.device_troubles
       WHERE last_troubled_ms >= $1::float8`,
      [sinceMs],
    );
    return rows[0]!.ids;
  }

  /** The database is closed by whoever opened it. */
  async close(): Promise<void> {}

  #records(filter: RowFilter, limit: number): Promise<ActivityRecord[]> {
    return this.#database.readFor(filter.accountId, async (tx) =>
      recordsOf(await readRequests(tx, filter, limit)),
    );
  }
}

interface RequestRow extends LineHead {
  readonly isTroubled: boolean;
  readonly line: string;
}

/** Builds a filter that begins with the account, so that no query can be built without one. */
function filterOf({ accountId, deviceId, before }: RequestQuery): RowFilter {
  const filter = new RowFilter(accountId).equals("device_id", deviceId);
  if (before === undefined) return filter;
  const arrival = `${filter.bind(before.arrivalMs)}::float8`;
  const id = `${filter.bind(before.requestId)}::text COLLATE "C"`;
  // Both conditions, because the index is ordered by arrival alone.
  return filter
    .is(`arrival_ms <= ${arrival}`)
    .is(`(arrival_ms, length(request_id), request_id) < (${arrival}, length(${id}), ${id})`);
}

async function readRequests(
  session: PostgresSession,
  filter: RowFilter,
  limit: number,
): Promise<RequestRow[]> {
  const max = filter.bind(limit);
  const { rows } = await session.query<RequestRow>(
    `SELECT ${requestColumns} FROM weir_store.requests ${filter.where}
     ORDER BY ${newestFirst} LIMIT ${max}`,
    filter.values,
  );
  return rows;
}

function recordsOf(rows: readonly RequestRow[]): ActivityRecord[] {
  return rows.map((row) => decodeLine(row.line, row)).filter((record) => record !== null);
}

/**
 * Returns requests whose accepted readings were lost, for the reason `outcome` or for any. Without `outcome`, also
 * requests in which not everything was accepted. The fates of readings are known only after their request was recorded,
 * so its row does not include them. For each device the first and last time of a loss are known, and only requests
 * between these times are looked up.
 */
async function readUnsaved(
  tx: PostgresSession,
  query: RequestQuery,
  outcome: OutcomeReason | undefined,
): Promise<ActivityRecord[]> {
  const found: ActivityRecord[] = [];
  const portion = Math.max(portionMin, query.limit);
  for (let { before } = query; ; ) {
    const filter = filterOf({ ...query, ...(before === undefined ? {} : { before }) });
    const rows = await readCandidates(tx, filter, { withTroubled: outcome === undefined, limit: portion });
    const candidates = rows.flatMap((row) => {
      const record = decodeLine(row.line, row);
      return record === null ? [] : [{ record, isMeant: outcome === undefined && row.isTroubled }];
    });
    found.push(...(await unsavedAmong(tx, candidates, outcome)));
    const last = candidates.at(-1);
    if (found.length >= query.limit || rows.length < portion || last === undefined)
      return found.slice(0, query.limit);
    before = last.record;
  }
}

/**
 * Returns candidates, newest first: requests of devices that lost readings, from the first loss to the last, and
 * troubled requests if `withTroubled` is set.
 */
async function readCandidates(
  tx: PostgresSession,
  filter: RowFilter,
  { withTroubled, limit }: { readonly withTroubled: boolean; readonly limit: number },
): Promise<RequestRow[]> {
  const max = filter.bind(limit);
  const newest = `ORDER BY ${newestFirst} LIMIT ${max}`;
  const columns = `${requestColumns}, arrival_ms, request_id`;
  const unsaved = `SELECT ${columns} FROM weir_store.requests JOIN (
      SELECT device_id AS lost_of, min(first_ms) AS lost_from, max(last_ms) AS lost_to FROM weir_store.unsaved_ends
      WHERE account_id = $1 GROUP BY device_id
    ) AS lost ON device_id = lost_of AND arrival_ms BETWEEN lost_from AND lost_to
    ${filter.where} AND accepted > 0`;
  // Two selects, so that each can use its own index.
  const candidates = withTroubled
    ? `(SELECT ${columns} FROM weir_store.requests ${filter.where} AND is_troubled ${newest})
       UNION ALL (${unsaved} AND NOT is_troubled ${newest})`
    : unsaved;
  const { rows } = await tx.query<RequestRow>(
    `SELECT * FROM (${candidates}) AS candidate ${newest}`,
    filter.values,
  );
  return rows;
}

interface Candidate {
  readonly record: ActivityRecord;
  /** True if the request matches whatever became of its readings. */
  readonly isMeant: boolean;
}

async function unsavedAmong(
  tx: PostgresSession,
  candidates: readonly Candidate[],
  outcome: OutcomeReason | undefined,
): Promise<ActivityRecord[]> {
  const asked = candidates.map(({ record, isMeant }) => (isMeant ? null : parseRequestId(record.requestId)));
  const numbers = asked.filter((number) => number !== null);
  const fates = new Map((await readFates(tx, numbers)).map((ofRequest, nth) => [numbers[nth]!, ofRequest]));
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
