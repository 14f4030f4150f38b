import type { ControlReader } from "../control/control-store.ts";

/** The ids of all devices; or of the one asked for, none when it was deleted. */
export function loadDeviceIds(store: ControlReader, deviceId?: number): number[] {
  const { database } = store;
  const rows = (
    deviceId === undefined
      ? database.query("SELECT id FROM devices").values()
      : database.query("SELECT id FROM devices WHERE id = ?").values(deviceId)
  ) as [number][];
  return rows.map(([id]) => id);
}

/** Null when it was deleted. */
export function loadDeviceUuid({ database }: ControlReader, deviceId: number): string | null {
  const [row] = database.query("SELECT uuid FROM devices WHERE id = ?").values(deviceId) as [string][];
  return row?.[0] ?? null;
}
