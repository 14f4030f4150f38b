import type { ControlReader } from "../control/control-store.ts";

/** Sensors that were removed; what is left of their readings is to be deleted. */
export function loadRemovedSensors(store: ControlReader): number[] {
  const rows = store.database.query("SELECT sensor_id FROM removed_sensors").values() as [number][];
  return rows.map(([sensorId]) => sensorId);
}
