import type { ControlData, ControlReader } from "../control.ts";
import type { SensorRetention } from "../retention/retention.ts";
import type { TemplateSensor, TemplateSettings } from "./template-definition.ts";
import type { Template } from "./templates.ts";

/** A sensor with its own settings. */
interface OwnSensor extends TemplateSensor {
  readonly id: number;
}

/** A device with all that a template can say about it. */
export interface TemplatedDevice {
  readonly id: number;
  readonly uuid: string;
  /** Null without a template, like the version of it that the device has. */
  readonly templateId: number | null;
  readonly version: number | null;
  readonly settings: TemplateSettings;
  readonly sensors: readonly OwnSensor[];
}

/** Returns templates that some followers do not have in their current version yet, of all accounts. */
export async function templatesToFollow(db: ControlData): Promise<{ id: number; accountId: number }[]> {
  return db
    .selectFrom("device_templates")
    .select(["id", "account_id as accountId"])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("devices")
          .select("devices.id")
          .whereRef("template_id", "=", "device_templates.id")
          .where("follows_template", "=", 1)
          .whereRef("template_version", "<", "device_templates.version"),
      ),
    )
    .orderBy("id")
    .execute();
}

/** Returns followers that do not have the current version of the template yet. */
export async function followersBehind(
  db: ControlData,
  { id, version }: Pick<Template, "id" | "version">,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom("devices")
    .select("id")
    .where("template_id", "=", id)
    .where("follows_template", "=", 1)
    .where("template_version", "<", version)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the devices that exist. Takes as many queries for many devices as for one. */
export async function readTemplatedDevices(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  ids: readonly number[],
): Promise<TemplatedDevice[]> {
  const devices = await db
    .selectFrom("devices")
    .leftJoin("chains", "chains.id", "devices.chain_id")
    .select(["devices.id", "devices.uuid", "template_id as templateId", "template_version as version"])
    .select("chains.uuid as chain")
    .select(["contract", "handling", "expected_interval_s", "silence_alarm"])
    .where("devices.id", "in", dialect.listed(ids))
    .orderBy("devices.id")
    .execute();
  const sensors = await readOwnSensors({ db, dialect }, ids);
  return devices.map(({ id, uuid, templateId, version, ...settings }) => {
    return { id, uuid, templateId, version, settings, sensors: sensors.get(id) ?? [] };
  });
}

async function readOwnSensors(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  deviceIds: readonly number[],
): Promise<Map<number, OwnSensor[]>> {
  const rows = await db
    .selectFrom("sensors")
    .leftJoin("chains", "chains.id", "sensors.chain_id")
    .leftJoin("sensor_retention", "sensor_retention.sensor_id", "sensors.id")
    .select(["sensors.device_id as deviceId", "sensors.id", "slug", "sensors.name", "type", "unit"])
    .select(["chains.uuid as chain", "sensor_retention.sensor_id as kept", "sensor_retention.days"])
    .where("sensors.device_id", "in", dialect.listed(deviceIds))
    .orderBy("sensors.id")
    .execute();
  const byDevice = new Map<number, OwnSensor[]>();
  for (const { deviceId, kept, days, ...sensor } of rows) {
    const retention_days: SensorRetention = kept === null ? "account" : days;
    const own = byDevice.get(deviceId);
    if (own === undefined) byDevice.set(deviceId, [{ ...sensor, retention_days }]);
    else own.push({ ...sensor, retention_days });
  }
  return byDevice;
}
