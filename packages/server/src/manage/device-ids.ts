import type { ControlReader } from "./control-store.ts";

/** The ids of all devices; or of the one asked for, none when it was deleted. */
export function loadDeviceIds(store: ControlReader, deviceId?: number): number[] {
  const rows = store.database
    .query("SELECT id FROM devices WHERE ?1 IS NULL OR id = ?1")
    .values(deviceId ?? null) as [number][];
  return rows.map(([id]) => id);
}
