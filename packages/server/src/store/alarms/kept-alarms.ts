import { type RawBuilder, type SqlBool, sql } from "kysely";
import { selectList } from "../engine/record-columns.ts";
import { RowFilter } from "../engine/row-filter.ts";
import type { StoreDialect } from "../engine/store-dialect.ts";
import {
  type ActiveAlarm,
  type AlarmRecord,
  activeFields,
  alarmSelectList,
  type KeptAlarm,
  type KeptSilenceAlarm,
  keptAlarm,
} from "./record.ts";

/**
 * Reads the active alarms of a partition that chains and alert rules raised, for its owner; silence alarms are not among them.
 * `within` matches the rows of the partition; null means all.
 */
export function activeAlarms(
  dialect: StoreDialect,
  within: RawBuilder<SqlBool> | null,
): RawBuilder<ActiveAlarm> {
  const { where } = new RowFilter(dialect, null)
    .is(within)
    .is(sql`cleared_us IS NULL AND sensor_id IS NOT NULL`);
  return sql`SELECT ${sql.raw(selectList(activeFields))} FROM ${dialect.table("alarms")} ${where} ORDER BY id`;
}

/** Reads alarms for the owner of a partition. */
export function alarmsById(
  dialect: StoreDialect,
  ids: readonly number[],
  within: RawBuilder<SqlBool> | null,
): RawBuilder<AlarmRecord> {
  const { where } = new RowFilter(dialect, null).among("id", ids).is(within);
  return sql`SELECT ${sql.raw(alarmSelectList)} FROM ${dialect.table("alarms")} ${where}`;
}

const silenceFields = [
  "id",
  "deviceId",
  "name",
  "severity",
  "message",
  "lastUs",
  "clearedUs",
  "clearedBy",
] as const;
type SilenceRow = Pick<AlarmRecord, (typeof silenceFields)[number]>;

/** Reads the newest silence alarm of each of these devices, which is one step in an index. Devices without one are left out. */
export function newestSilenceAlarms(
  dialect: StoreDialect,
  deviceIds: readonly number[],
): RawBuilder<SilenceRow> {
  const alarms = dialect.table("alarms");
  return sql`
    SELECT ${sql.raw(selectList(silenceFields))} FROM ${alarms} WHERE id IN (
      SELECT (
        SELECT id FROM ${alarms} AS own WHERE own.device_id = asked.device_id AND own.sensor_id IS NULL
        ORDER BY id DESC LIMIT 1
      ) FROM ${dialect.list("asked", "device_id", deviceIds)}
    ) ORDER BY device_id`;
}

export function silenceAlarmsByDevice(rows: readonly SilenceRow[]): ReadonlyMap<number, KeptSilenceAlarm> {
  return new Map(
    rows.map(({ deviceId, clearedUs, ...alarm }) => [deviceId, { ...alarm, isCleared: clearedUs !== null }]),
  );
}

/** Returns alarms in the order in which they were asked for. */
export function keptInOrder(ids: readonly number[], alarms: readonly AlarmRecord[]): KeptAlarm[] {
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  return ids
    .map((id) => byId.get(id))
    .filter((alarm) => alarm !== undefined)
    .map(keptAlarm);
}
