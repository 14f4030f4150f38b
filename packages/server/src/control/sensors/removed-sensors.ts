import type { ControlData } from "../control.ts";

/** Returns removed sensors whose readings may still be stored. */
export async function readRemovedSensors(db: ControlData): Promise<number[]> {
  const rows = await db.selectFrom("removed_sensors").select("sensor_id as id").execute();
  return rows.map(({ id }) => id);
}
