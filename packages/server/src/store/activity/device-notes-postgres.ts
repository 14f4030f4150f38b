import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { lastOfEach } from "../engine/postgres/fold-by-key.ts";
import { partitionCount } from "../engine/postgres/partition-count.ts";
import type { ClockOffset, SentTimes } from "./activity-keeper.ts";
import { deviceTables } from "./record.ts";

/** Records how far the clocks of devices were behind, as the last request of each showed. */
export async function noteClocks(tx: PostgresSession, clocks: readonly ClockOffset[]): Promise<void> {
  if (clocks.length === 0) return;
  const kept = lastOfEach(clocks, ({ deviceId }) => [deviceId]);
  await tx.query({
    name: "note clocks",
    text: `INSERT INTO weir_store.connections (device_id, clock_offset_ms, last_connected_ms)
      SELECT * FROM unnest($1::int8[], $2::int8[], $3::int8[])
      ON CONFLICT (device_id) DO UPDATE SET clock_offset_ms = excluded.clock_offset_ms`,
    values: [
      kept.map(({ deviceId }) => deviceId),
      kept.map(({ clockOffsetMs }) => clockOffsetMs),
      kept.map(({ arrivalMs }) => arrivalMs),
    ],
  });
}

/** Records when devices last sent right times and wrong ones. */
export async function noteTimes(tx: PostgresSession, times: readonly SentTimes[]): Promise<void> {
  if (times.length === 0) return;
  const kept = lastOfEach(times, ({ deviceId }) => [deviceId]);
  const whole = (ms: number | null) => (ms === null ? null : Math.floor(ms));
  await tx.query({
    name: "note times",
    text: `INSERT INTO weir_store.connections AS known (device_id, last_connected_ms, current_ms, wrong_ms, behind_ms)
      SELECT device_id, greatest(current_ms, wrong_ms, 0), current_ms, wrong_ms, behind_ms
      FROM unnest($1::int8[], $2::int8[], $3::int8[], $4::int8[]) AS sent (device_id, current_ms, wrong_ms, behind_ms)
      ON CONFLICT (device_id) DO UPDATE SET
        current_ms = greatest(known.current_ms, excluded.current_ms),
        behind_ms = CASE WHEN excluded.wrong_ms >= coalesce(known.wrong_ms, 0)
          THEN excluded.behind_ms ELSE known.behind_ms END,
        wrong_ms = greatest(known.wrong_ms, excluded.wrong_ms)`,
    values: [
      kept.map(({ deviceId }) => deviceId),
      kept.map(({ currentMs }) => whole(currentMs)),
      kept.map(({ wrongMs }) => whole(wrongMs)),
      kept.map(({ behindMs }) => behindMs),
    ],
  });
}

/** Records when a request of each device was refused, or one of its readings rejected. The latest time is kept. */
export async function noteTroubles(
  tx: PostgresSession,
  troubles: ReadonlyMap<number, number>,
): Promise<void> {
  if (troubles.size === 0) return;
  const kept = [...troubles].sort(([one], [other]) => one - other);
  await tx.query({
    name: "note troubles",
    text: `INSERT INTO weir_store.device_troubles AS known (device_id, last_troubled_ms)
      SELECT * FROM unnest($1::int8[], $2::int8[])
      ON CONFLICT (device_id) DO UPDATE
      SET last_troubled_ms = greatest(known.last_troubled_ms, excluded.last_troubled_ms)`,
    values: [kept.map(([deviceId]) => deviceId), kept.map(([, atMs]) => atMs)],
  });
}

/** Deletes everything that is kept about devices. Alarms of sensors are deleted with their sensors. */
export async function forgetNotes(tx: PostgresSession, deviceIds: readonly number[]): Promise<void> {
  for (const table of deviceTables) {
    await tx.query(`DELETE FROM weir_store.${table} WHERE device_id = ANY ($1::int8[])`, [deviceIds]);
  }
  await tx.query("DELETE FROM weir_store.alarms WHERE device_id = ANY ($1::int8[]) AND sensor_id IS NULL", [
    deviceIds,
  ]);
}

/**
 * Returns the devices that have any stored activity, of a partition or (with null) of all. It steps from device to device in the indexes of
 * large tables.
 */
export async function readDevices(session: PostgresSession, partition: number | null): Promise<Set<number>> {
  const { rows } = await session.query<{ deviceId: number }>(
    `WITH RECURSIVE ${devicesOf("requests")}, ${devicesOf("quarantine")}
     SELECT device_id AS "deviceId" FROM (
       SELECT device_id FROM of_requests
       UNION SELECT unnest(device_ids) FROM weir_store.request_blocks
       UNION SELECT device_id FROM of_quarantine
       ${deviceTables.map((table) => `UNION SELECT device_id FROM weir_store.${table}`).join(" ")}
     ) AS kept WHERE device_id IS NOT NULL AND ($1::int8 IS NULL OR device_id % ${partitionCount} = $1)`,
    [partition],
  );
  return new Set(rows.map(({ deviceId }) => deviceId));
}

function devicesOf(table: string): string {
  return `of_${table} (device_id) AS (
    SELECT min(device_id) FROM weir_store.${table}
    UNION ALL
    SELECT (SELECT min(device_id) FROM weir_store.${table} AS later WHERE later.device_id > before.device_id)
    FROM of_${table} AS before WHERE before.device_id IS NOT NULL
  )`;
}
