import type { ControlData } from "../control.ts";
import { templatesOf } from "../templates/templates.ts";

/** The types that an account lists, and those that its sensors and templates have. */
export async function knownSensorTypes(db: ControlData, accountId: number): Promise<string[]> {
  const listed = await db
    .selectFrom("sensor_types")
    .select("name")
    .where("account_id", "=", accountId)
    .execute();
  const used = await db
    .selectFrom("sensors")
    .innerJoin("devices", "devices.id", "sensors.device_id")
    .select("sensors.type")
    .distinct()
    .where("devices.account_id", "=", accountId)
    .where("sensors.type", "is not", null)
    .execute();
  const templates = await templatesOf(db, accountId);
  const inTemplates = templates.flatMap(({ definition }) => definition.sensors.map(({ type }) => type));
  const all = [...listed.map(({ name }) => name), ...used.map(({ type }) => type), ...inTemplates];
  return [...new Set(all.filter((type) => type !== null))];
}
