import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { Connection } from "../partition-progress.ts";

/** Records when devices last connected. If a device is listed more than once, the latest time and the last rhythm count. */
export async function writeConnections(
  tx: PostgresSession,
  connections: readonly Connection[],
): Promise<void> {
  const byDevice = new Map<number, { lastConnectedMs: number; rhythm: string | null }>();
  for (const [deviceId, connectedMs, rhythm] of connections) {
    const known = byDevice.get(deviceId);
    byDevice.set(deviceId, {
      lastConnectedMs: Math.max(connectedMs, known?.lastConnectedMs ?? connectedMs),
      rhythm: rhythm ?? known?.rhythm ?? null,
    });
  }
  if (byDevice.size === 0) return;
  // In order, so that two processes that write the same devices cannot deadlock.
  const devices = [...byDevice].sort(([one], [other]) => one - other);
  await tx.query(
    `INSERT INTO weir_store.connections AS known (device_id, last_connected_ms, rhythm)
     SELECT * FROM unnest($1::int4[], $2::int8[], $3::text[])
     ON CONFLICT (device_id) DO UPDATE SET
       last_connected_ms = greatest(known.last_connected_ms, excluded.last_connected_ms),
       rhythm = coalesce(excluded.rhythm, known.rhythm)`,
    [
      devices.map(([deviceId]) => deviceId),
      devices.map(([, { lastConnectedMs }]) => lastConnectedMs),
      devices.map(([, { rhythm }]) => rhythm),
    ],
  );
}
