import type { Database, SQLQueryBindings } from "bun:sqlite";
import { join } from "node:path";
import { isOutcomeReason } from "@weir/protocol/request-reasons";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import type {
  ActivityQueries,
  QuarantinedReading,
  QuarantineQuery,
  RequestQuery,
} from "../activity-queries.ts";
import { isMarkOf, markOfId } from "./activity-mark.ts";
import type { ActivityPart } from "./activity-part.ts";
import { ActivitySegments } from "./activity-segments.ts";
import { RequestPage } from "./request-page.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";
import { UnsavedRequests } from "./unsaved-requests.ts";

const quarantineColumns = `
  id, account_id AS accountId, device_id AS deviceId, request_id AS requestId, position, reason,
  arrival_ms AS arrivalMs, correction_us AS correctionUs, url_sensor AS urlSensor, entry`;

/** Reads the store's file beside the processor. If there is no file yet, no activity was recorded yet. */
export class SqliteActivityQueries implements ActivityQueries {
  readonly #db: Database | null;
  readonly #segments: ActivitySegments | null;

  constructor(dataDir: string) {
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
    this.#segments = this.#db === null ? null : new ActivitySegments(this.#db);
  }

  async requests(query: RequestQuery): Promise<ActivityRecord[]> {
    return this.#atOnce((segments) => this.#page(segments, query).records) ?? [];
  }

  #page(segments: ActivitySegments, query: RequestQuery): RequestPage {
    const { reason } = query;
    const outcome = reason !== undefined && isOutcomeReason(reason) ? reason : undefined;
    const isAsked = outcome !== undefined || (query.onlyTroubled === true && reason === undefined);
    const page = new RequestPage(query, isAsked ? new UnsavedRequests(this.#db!, query, outcome) : null);
    // Segments may overlap, so the next one is read as long as it may hold something newer.
    for (const segment of segments.list().sort((a, b) => b.lastMs - a.lastMs)) {
      if (!page.wants(segment.firstMs, segment.lastMs)) continue;
      if (query.deviceId === undefined) addAccount(page, segments, segment.id, query.accountId);
      else addDevice(page, segments, segment.id, { ...query, deviceId: query.deviceId });
    }
    return page;
  }

  async request(accountId: number, requestId: string): Promise<ActivityRecord | null> {
    return this.#atOnce((segments) => findRequest(segments, accountId, requestId)) ?? null;
  }

  async quarantined(query: QuarantineQuery): Promise<QuarantinedReading[]> {
    const { where, values } = filterOf(query);
    const select = `SELECT ${quarantineColumns} FROM quarantine WHERE ${where} ORDER BY id DESC LIMIT ?`;
    return this.#all(select, [...values, query.limit]);
  }

  async quarantinedCount(accountId: number, countedMax: number): Promise<number> {
    const select = "SELECT count(*) AS readings FROM (SELECT 1 FROM quarantine WHERE account_id = ? LIMIT ?)";
    return this.#all<{ readings: number }>(select, [accountId, countedMax])[0]?.readings ?? 0;
  }

  async lastTroubledOf(deviceIds: readonly number[]): Promise<Map<number, number>> {
    const select = `SELECT device_id AS deviceId, last_troubled_ms AS lastMs FROM device_troubles
      WHERE device_id IN (SELECT value FROM json_each(?))`;
    const rows = this.#all<{ deviceId: number; lastMs: number }>(select, [JSON.stringify(deviceIds)]);
    return new Map(rows.map(({ deviceId, lastMs }) => [deviceId, lastMs]));
  }

  /** Read as one text, because a hundred thousand rows take several times as long. */
  async troubledSince(sinceMs: number): Promise<number[]> {
    const select =
      "SELECT json_group_array(device_id) AS ids FROM device_troubles WHERE last_troubled_ms >= ?";
    const [found] = this.#all<{ ids: string }>(select, [sinceMs]);
    return found === undefined ? [] : (JSON.parse(found.ids) as number[]);
  }

  async close(): Promise<void> {
    this.#db?.close();
  }

  /** Runs the work in one transaction, because the processor merges segments meanwhile. */
  #atOnce<T>(work: (segments: ActivitySegments) => T): T | undefined {
    const segments = this.#segments;
    return segments === null ? undefined : this.#db!.transaction(() => work(segments))();
  }

  #all<Row>(sql: string, values: SQLQueryBindings[]): Row[] {
    return (this.#db?.query(sql).all(...values) ?? []) as Row[];
  }
}

function addDevice(
  page: RequestPage,
  segments: ActivitySegments,
  segmentId: number,
  { accountId, deviceId }: { accountId: number; deviceId: number },
): void {
  const found = segments.partOf(segmentId, deviceId);
  const place = found?.part.find(deviceId) ?? -1;
  if (found === null || place === -1 || found.part.columns.accounts[place] !== accountId) return;
  page.addFrom(found.part, place, () => found.lines);
}

function addAccount(
  page: RequestPage,
  segments: ActivitySegments,
  segmentId: number,
  accountId: number,
): void {
  if (!segments.mayHoldAccount(segmentId, accountId)) return;
  for (const { firstDevice, part } of segments.directories(segmentId)) {
    let lines: Uint8Array | null | undefined;
    const load = (): Uint8Array | null => {
      if (lines === undefined) lines = segments.linesOf(segmentId, firstDevice, part);
      return lines;
    };
    const { accounts } = part.columns;
    for (let place = 0; place < accounts.length; place++) {
      if (accounts[place] === accountId) page.addFrom(part, place, load);
    }
  }
}

function findRequest(
  segments: ActivitySegments,
  accountId: number,
  requestId: string,
): ActivityRecord | null {
  const idMark = markOfId(requestId);
  for (const { id } of segments.list()) {
    if (!segments.mayHoldRequest(id, idMark)) continue;
    for (const { firstDevice, part } of segments.directories(id)) {
      const { marks, accounts } = part.columns;
      for (let nth = 0; nth < marks.length; nth++) {
        if (!isMarkOf(marks[nth]!, idMark)) continue;
        const place = placeOf(part, nth);
        const lines = accounts[place] === accountId ? segments.linesOf(id, firstDevice, part) : null;
        const record = lines === null ? null : part.record(nth, place, lines);
        if (record?.requestId === requestId) return record;
      }
    }
  }
  return null;
}

/** Returns the index of the device that a request belongs to. */
function placeOf(part: ActivityPart, nth: number): number {
  let place = 0;
  while (part.starts[place + 1]! <= nth) place++;
  return place;
}

/** Builds a filter that begins with the account, so that no query can be built without one. */
function filterOf({ accountId, deviceId, reason, ids, beforeId }: QuarantineQuery): {
  where: string;
  values: SQLQueryBindings[];
} {
  const filters: [condition: string, value: SQLQueryBindings][] = [["account_id = ?", accountId]];
  if (deviceId !== undefined) filters.push(["device_id = ?", deviceId]);
  if (reason !== undefined) filters.push(["reason = ?", reason]);
  if (ids !== undefined) filters.push(["id IN (SELECT value FROM json_each(?))", JSON.stringify(ids)]);
  if (beforeId !== undefined) filters.push(["id < ?", beforeId]);
  return {
    where: filters.map(([condition]) => condition).join(" AND "),
    values: filters.map(([, value]) => value),
  };
}
