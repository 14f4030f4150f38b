import type { ControlData } from "../control.ts";

/** Sensors that are gone while readings of theirs may still be stored. */
export async function readRemovedSensors(db: ControlData): Promise<number[]> {
  const rows = await db.selectFrom("removed_sensors").select("sensor_id as id").execute();
  return rows.map(({ id }) => id);
}
