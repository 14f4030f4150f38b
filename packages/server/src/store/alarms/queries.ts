import type { AlarmFilter, Severity } from "@weir/protocol/closed-sets";
import { type RawBuilder, sql } from "kysely";
import type { AccountScope } from "../account-scope.ts";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import type { Paging } from "../paging.ts";
import { type AlarmRecord, alarmSelectList } from "./record.ts";

/**
 * Answers people's questions about alarms. It reads beside the processor and changes nothing.
 *
 * Promises: alarms of an account are found for that account alone. Each answer is a snapshot of one moment; two answers may be
 * of different moments.
 */
export interface AlarmQueries {
  /** Newest first. */
  alarms(query: AlarmQuery): Promise<AlarmRecord[]>;
  /** Counts the alarms of one account. Each count stops at `countedMax`. */
  alarmCounts(accountId: number, countedMax: number): Promise<AlarmCounts>;
  /** The devices of the account that have active alarms; `deviceIds` narrows to these devices. */
  deviceAlarms(accountId: number, deviceIds?: readonly number[]): Promise<DeviceAlarms[]>;
  /** The devices of all accounts that have an active silence alarm. */
  devicesWithSilenceAlarm(): Promise<number[]>;
}

export interface AlarmQuery extends Paging {
  readonly accountId: AccountScope;
  readonly ids?: readonly number[];
  /** All alarms but these. */
  readonly exceptIds?: readonly number[];
  readonly deviceId?: number;
  readonly sensorId?: number;
  readonly chainId?: number;
  readonly name?: string;
  readonly state?: AlarmFilter;
  readonly severity?: Severity;
  /** Raised at this time or later. */
  readonly raisedFromUs?: number;
  /** Raised before this time. */
  readonly raisedToUs?: number;
}

interface AlarmCounts {
  readonly active: Readonly<Record<Severity, number>>;
  /** The active alarms that nobody has acknowledged. */
  readonly unacknowledged: Readonly<Record<Severity, number>>;
  /** The newest of all alarms that are kept, cleared ones included; null if there is none. */
  readonly newestId: number | null;
}

/** The active alarms of one device. */
export interface DeviceAlarms {
  readonly deviceId: number;
  readonly active: number;
  /** The active alarms that nobody has acknowledged. */
  readonly unacknowledged: number;
  /** The highest severity among the active alarms. */
  readonly severity: Severity;
}

export function alarmQueries(reader: StoreReader): AlarmQueries {
  const { dialect } = reader;
  const alarms = dialect.table("alarms");
  return {
    alarms(query) {
      const { where } = new RowFilter(dialect, query.accountId)
        .among("id", query.ids)
        .notAmong("id", query.exceptIds)
        .equals("device_id", query.deviceId)
        .equals("sensor_id", query.sensorId)
        .equals("chain_id", query.chainId)
        .equals("name", query.name)
        .equals("severity", query.severity)
        .is(conditions[query.state ?? "all"])
        .from("raised_us", query.raisedFromUs)
        .to("raised_us", query.raisedToUs)
        .before(query.beforeId);
      return reader.rows(
        query.accountId,
        sql<AlarmRecord>`SELECT ${sql.raw(alarmSelectList)} FROM ${alarms} ${where} ORDER BY id DESC LIMIT ${query.limit}`,
      );
    },

    async alarmCounts(accountId, countedMax) {
      const open = openAlarms(reader, sql`account_id = ${accountId} AND`, countedMax);
      const rows = await reader.rows(
        accountId,
        sql<OpenAlarms & { newestId: number | null }>`
          SELECT newest.id AS "newestId", open.*
          FROM (SELECT max(id) AS id FROM ${alarms} WHERE account_id = ${accountId}) AS newest
          LEFT JOIN (${open}) AS open ON true`,
      );
      return {
        active: bySeverity(rows, ({ active }) => active),
        unacknowledged: bySeverity(rows, ({ unacknowledged }) => unacknowledged),
        newestId: rows[0]?.newestId ?? null,
      };
    },

    deviceAlarms(accountId, deviceIds) {
      const { where } = new RowFilter(dialect, accountId).among("device_id", deviceIds).is(conditions.active);
      return reader.rows(
        accountId,
        sql<DeviceAlarms>`
          SELECT device_id AS "deviceId", count(*) AS active,
            count(*) FILTER (WHERE acknowledged_ms IS NULL) AS unacknowledged,
            CASE max(CASE severity WHEN 'critical' THEN 2 WHEN 'warning' THEN 1 ELSE 0 END)
              WHEN 2 THEN 'critical' WHEN 1 THEN 'warning' ELSE 'info' END AS severity
          FROM ${alarms} ${where} GROUP BY device_id ORDER BY device_id`,
      );
    },

    async devicesWithSilenceAlarm() {
      const rows = await reader.rows(
        null,
        sql<{ deviceId: number }>`
          SELECT device_id AS "deviceId" FROM ${alarms} WHERE sensor_id IS NULL AND cleared_us IS NULL`,
      );
      return rows.map(({ deviceId }) => deviceId);
    },
  };
}

interface OpenAlarms {
  readonly severity: Severity | null;
  readonly active: number;
  readonly unacknowledged: number;
}

/** Counts the alarms that are not over by severity, up to a limit. */
export function openAlarms(
  { dialect }: Pick<StoreReader, "dialect">,
  scope: RawBuilder<unknown>,
  countedMax: number,
): RawBuilder<OpenAlarms> {
  return sql`
    SELECT severity, count(*) AS active, count(*) FILTER (WHERE is_open) AS unacknowledged FROM (
      SELECT severity, acknowledged_ms IS NULL AS is_open FROM ${dialect.table("alarms")}
      WHERE ${scope} cleared_us IS NULL LIMIT ${countedMax}
    ) AS counted GROUP BY severity`;
}

function bySeverity(
  rows: readonly OpenAlarms[],
  count: (row: OpenAlarms) => number,
): Record<Severity, number> {
  const counts = { info: 0, warning: 0, critical: 0 };
  for (const row of rows) if (row.severity !== null) counts[row.severity] = count(row);
  return counts;
}

const conditions: Readonly<Record<AlarmFilter, RawBuilder<unknown> | null>> = {
  active: sql`cleared_us IS NULL`,
  unacknowledged: sql`cleared_us IS NULL AND acknowledged_ms IS NULL`,
  acknowledged: sql`cleared_us IS NULL AND acknowledged_ms IS NOT NULL`,
  cleared: sql`cleared_us IS NOT NULL`,
  all: null,
};
