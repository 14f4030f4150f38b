import { isOutcomeReason } from "@weir/protocol/request-reasons";
import { sql } from "kysely";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import type { Paging } from "../paging.ts";
import { type QuarantinedReading, quarantineSelectList } from "./record.ts";
import type { RequestQuery } from "./request-query.ts";
import { type RequestSelection, type RequestSource, requestRows } from "./request-source.ts";
import { unsavedRequests } from "./unsaved-requests.ts";

/**
 * Answers people's questions about requests. It reads beside the processor and changes nothing.
 *
 * Promises: each answer is a snapshot of one moment, also while the processor writes and deletes requests; two answers may
 * be of different moments. A page that continues before the last record of an earlier page repeats no record and leaves
 * out none that existed throughout.
 */
export interface ActivityQueries {
  /** Requests of an account or of one of its devices, newest first. */
  requests(query: RequestQuery): Promise<ActivityRecord[]>;
  /** Returns null if the request is unknown, has been forgotten or belongs to another account. */
  request(accountId: number, requestId: string): Promise<ActivityRecord | null>;
  /** Newest first. */
  quarantined(query: QuarantineQuery): Promise<QuarantinedReading[]>;
  /** Counts the quarantined readings of an account, up to `countedMax`. */
  quarantinedCount(accountId: number, countedMax: number): Promise<number>;
  /**
   * When a request of each device was last refused, or one of its readings rejected. Devices without such a time are
   * left out.
   */
  lastTroubledOf(deviceIds: readonly number[]): Promise<Map<number, number>>;
  /** The devices of all accounts that had a refused request or a rejected reading at this time or later. */
  troubledSince(sinceMs: number): Promise<number[]>;
  close(): Promise<void>;
}

export interface QuarantineQuery extends Paging {
  readonly accountId: number;
  readonly deviceId?: number;
  readonly reason?: string;
  readonly ids?: readonly number[];
}

/** `source` has the requests, if they are not all in rows. */
export function activityQueries(
  reader: StoreReader,
  source: RequestSource = requestRows(reader.dialect),
): ActivityQueries {
  const { dialect } = reader;
  const quarantine = dialect.table("quarantine");
  const troubles = dialect.table("device_troubles");

  async function newest(selection: RequestSelection): Promise<ActivityRecord[]> {
    return (await reader.atOnce(selection.accountId, () => source.newest(selection))) ?? [];
  }

  return {
    async requests(query) {
      const { accountId, reason, onlyTroubled = false } = query;
      if (reason === undefined && !onlyTroubled) return newest(query);
      if (reason !== undefined && !isOutcomeReason(reason))
        return newest({ ...query, only: { kind: "troubled", reason } });
      return (await reader.atOnce(accountId, () => unsavedRequests(dialect, source, query, reason))) ?? [];
    },

    async request(accountId, requestId) {
      const found = await newest({ accountId, limit: 1, only: { kind: "id", requestId } });
      return found[0] ?? null;
    },

    quarantined(query) {
      const filter = new RowFilter(dialect, query.accountId)
        .equals("device_id", query.deviceId)
        .equals("reason", query.reason)
        .among("id", query.ids)
        .before(query.beforeId);
      return reader.rows(
        filter.accountId,
        sql<QuarantinedReading>`
          SELECT ${sql.raw(quarantineSelectList)} FROM ${quarantine} ${filter.where}
          ORDER BY id DESC LIMIT ${query.limit}`,
      );
    },

    async quarantinedCount(accountId, countedMax) {
      const [found] = await reader.rows(
        accountId,
        sql<{ readings: number }>`
          SELECT count(*) AS readings FROM (
            SELECT 1 FROM ${quarantine} WHERE account_id = ${accountId} LIMIT ${countedMax}
          ) AS counted`,
      );
      return found?.readings ?? 0;
    },

    async lastTroubledOf(deviceIds) {
      const rows = await reader.rows(
        null,
        sql<{ deviceId: number; lastMs: number }>`
          SELECT device_id AS "deviceId", last_troubled_ms AS "lastMs" FROM ${troubles}
          WHERE ${dialect.among("device_id", deviceIds)}`,
      );
      return new Map(rows.map(({ deviceId, lastMs }) => [deviceId, lastMs]));
    },

    /** Read as one text, because a hundred thousand rows take several times as long. */
    async troubledSince(sinceMs) {
      const [found] = await reader.rows(
        null,
        sql<{ ids: string }>`
          SELECT '[' || coalesce(${dialect.joined("device_id")}, '') || ']' AS ids FROM ${troubles}
          WHERE last_troubled_ms >= ${Math.ceil(sinceMs)}`,
      );
      return found === undefined ? [] : (JSON.parse(found.ids) as number[]);
    },

    close: () => reader.close(),
  };
}
