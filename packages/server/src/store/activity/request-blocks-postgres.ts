import { sql } from "kysely";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import { rowsOf, type Work } from "../engine/store-writer.ts";
import { decodeLine, type LineHead } from "./activity-line.ts";
import { isTroubledRequest, reasonsOfRequest } from "./reasons-of-request.ts";
import { linesOfBlock } from "./request-block.ts";
import { hashOfId } from "./request-piece.ts";
import {
  compareNewestFirst,
  type RequestSelection,
  type RequestSource,
  selectLosses,
} from "./request-source.ts";

/** How many blocks are read at a time, at first and at most. Most have at most 8 kB. */
const firstPortion = 4;
const lastPortion = 32;

/** A block and the devices of its requests, which are JSON, because the driver takes long to read an array. */
export interface RequestBlockRow {
  readonly accountId: number;
  readonly devices: string;
  readonly data: Uint8Array;
}

export const requestBlockSelectList = `account_id AS "accountId", '[' || array_to_string(device_ids, ',') || ']' AS devices, data`;

/** Leaves out requests whose line cannot be read. */
export function recordsOfBlock(block: RequestBlockRow): ActivityRecord[] {
  return requestsIn(block).flatMap(({ record }) => record ?? []);
}

/** Requests in blocks. Conditions choose the blocks, and their requests are then looked at one by one. */
export function requestBlocks(dialect: StoreDialect): RequestSource {
  return {
    *newest(selection) {
      const { accountId, deviceId, limit, only } = selection;
      const losses = only?.kind === "lossy" ? yield* readLosses(dialect, accountId) : new Map<number, Loss>();
      const isMeant = meantBy(selection, losses);
      const found: BlockRequest[] = [];
      let after: BlockRow | undefined;
      for (let portion = firstPortion; ; portion = Math.min(2 * portion, lastPortion)) {
        const filter = blocksWhere(dialect, selection, losses);
        if (after !== undefined) filter.is(sql`(last_ms, id) < (${after.lastMs}, ${after.id})`);
        const blocks = yield* rowsOf<BlockRow>(sql`
          SELECT id, last_ms AS "lastMs", ${sql.raw(requestBlockSelectList)} FROM ${dialect.table("request_blocks")} ${filter.where} ORDER BY last_ms DESC, id DESC LIMIT ${portion}`);
        for (const block of blocks)
          for (const request of requestsIn(block))
            if ((deviceId === undefined || request.deviceId === deviceId) && isMeant(request))
              found.push(request);
        after = blocks.at(-1);
        if (after === undefined || blocks.length < portion) break;
        // The blocks that follow have only requests that arrived by then.
        const { lastMs } = after;
        if (found.filter(({ arrivalMs }) => arrivalMs > lastMs).length >= limit) break;
      }
      return newestOf(found, limit);
    },
  };
}

interface BlockRow extends RequestBlockRow {
  readonly id: number;
  readonly lastMs: number;
}

interface Loss {
  readonly from: number;
  readonly to: number;
}

function* readLosses(dialect: StoreDialect, accountId: number): Work<Map<number, Loss>> {
  const losses = sql`(${selectLosses(dialect, accountId)}) AS lost`;
  const rows = yield* rowsOf<Loss & { deviceId: number }>(
    sql`SELECT lost_of AS "deviceId", lost_from AS "from", lost_to AS "to" FROM ${losses}`,
  );
  return new Map(rows.map(({ deviceId, ...loss }) => [deviceId, loss]));
}

/** Selects the blocks that may have one of the selected requests. */
function blocksWhere(
  dialect: StoreDialect,
  { accountId, deviceId, before, only }: RequestSelection,
  losses: ReadonlyMap<number, Loss>,
): RowFilter {
  const filter = new RowFilter(dialect, accountId);
  if (deviceId !== undefined) filter.is(sql`${deviceId} = ANY (device_ids)`);
  if (before !== undefined) filter.is(sql`first_ms <= ${before.arrivalMs}`);
  switch (only?.kind) {
    case undefined:
      return filter;
    case "id":
      return filter.is(sql`${hashOfId(only.requestId)} = ANY (id_hashes)`);
    case "troubled":
      filter.is(sql`is_troubled`);
      return only.reason === undefined ? filter : filter.is(dialect.holds("reasons", only.reason));
    case "lossy": {
      const all = [...losses.values()];
      const from = all.reduce((least, loss) => Math.min(least, loss.from), Number.MAX_SAFE_INTEGER);
      const to = all.reduce((most, loss) => Math.max(most, loss.to), 0);
      return filter.is(sql`(first_ms <= ${to} AND last_ms >= ${from} OR ${only.orTroubled} AND is_troubled)`);
    }
  }
}

function meantBy(
  { before, only }: RequestSelection,
  losses: ReadonlyMap<number, Loss>,
): (request: BlockRequest) => boolean {
  return (request) => {
    if (before !== undefined && !isBefore(request, before)) return false;
    if (only === undefined) return true;
    if (only.kind === "lossy") {
      const loss = losses.get(request.deviceId);
      const isLossy = loss !== undefined && request.arrivalMs >= loss.from && request.arrivalMs <= loss.to;
      if (!isLossy && !only.orTroubled) return false;
      const { record } = request;
      if (record === null) return false;
      return (isLossy && record.accepted > 0) || (only.orTroubled && isTroubledRequest(record));
    }
    const { record } = request;
    if (record === null) return false;
    if (only.kind === "id") return record.requestId === only.requestId;
    return (
      isTroubledRequest(record) && (only.reason === undefined || reasonsOfRequest(record).has(only.reason))
    );
  };
}

function isBefore(request: BlockRequest, before: NonNullable<RequestSelection["before"]>): boolean {
  if (request.arrivalMs !== before.arrivalMs) return request.arrivalMs < before.arrivalMs;
  return request.record !== null && compareNewestFirst(before, request.record) < 0;
}

/** Only requests that may be among the newest are read. */
function newestOf(found: readonly BlockRequest[], limit: number): ActivityRecord[] {
  const times = Float64Array.from(found, ({ arrivalMs }) => arrivalMs).sort();
  const fromMs = times[times.length - limit] ?? Number.NEGATIVE_INFINITY;
  return found
    .filter(({ arrivalMs }) => arrivalMs >= fromMs)
    .map(({ record }) => record)
    .filter((record) => record !== null)
    .sort(compareNewestFirst)
    .slice(0, limit);
}

function requestsIn({ accountId, devices, data }: RequestBlockRow): BlockRequest[] {
  const deviceIds = JSON.parse(devices) as number[];
  return linesOfBlock(data).map(
    ({ arrivalMs, line }, nth) => new BlockRequest({ accountId, deviceId: deviceIds[nth]!, arrivalMs }, line),
  );
}

/** A request whose line is read when it is needed. */
class BlockRequest {
  readonly #head: LineHead;
  readonly #line: string;
  #record: ActivityRecord | null | undefined;

  constructor(head: LineHead, line: string) {
    this.#head = head;
    this.#line = line;
  }

  get deviceId(): number {
    return this.#head.deviceId;
  }

  get arrivalMs(): number {
    return this.#head.arrivalMs;
  }

  /** Null if the line cannot be read. */
  get record(): ActivityRecord | null {
    if (this.#record === undefined) this.#record = decodeLine(this.#line, this.#head);
    return this.#record;
  }
}
