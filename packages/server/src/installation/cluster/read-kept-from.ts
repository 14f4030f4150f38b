import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";

const dayUs = 86_400 * 1e6;

/**
 * The time before which no reading of any account is kept; null if some readings are kept for ever. The setting of the
 * sensor applies, otherwise that of its account. Without either, readings are kept for ever.
 */
export async function readKeptFrom(session: PostgresSession, nowMs: number): Promise<number | null> {
  const { rows } = await session.query<{ days: number | null }>(
    `SELECT CASE WHEN EXISTS (SELECT FROM weir_control.sensor_retention WHERE days IS NULL) OR EXISTS (
        SELECT FROM weir_control.devices JOIN weir_control.sensors ON sensors.device_id = devices.id
        WHERE NOT EXISTS (SELECT FROM weir_control.account_retention AS kept WHERE kept.account_id = devices.account_id)
          AND NOT EXISTS (SELECT FROM weir_control.sensor_retention AS kept WHERE kept.sensor_id = sensors.id)
      ) THEN NULL ELSE greatest(
        (SELECT max(days) FROM weir_control.account_retention),
        (SELECT max(days) FROM weir_control.sensor_retention)
      ) END AS days`,
  );
  const days = rows[0]!.days;
  return days === null ? null : nowMs * 1000 - days * dayUs;
}
