import type { DeviceAttributes, SensorSource } from "@weir/rule-engine/sensor-source";
import type { ControlReader } from "../control.ts";

/** A sensor as its readings' chain sees it, and which chain that is. */
export interface SensorWithChain {
  readonly source: SensorSource;
  readonly chainId: number;
  /** Null if its device is in no group. */
  readonly groupId: number | null;
  /** The template that its device follows; null if it follows none. */
  readonly templateId: number | null;
}

/**
 * The sensors of every account, or of some devices. The chain is the sensor's own, else its device's, else its group's,
 * else the account's default.
 */
export async function loadSensorSources(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  deviceIds?: readonly number[],
): Promise<SensorWithChain[]> {
  const rows = await db
    .selectFrom("sensors")
    .innerJoin("devices", "devices.id", "sensors.device_id")
    .innerJoin("accounts", "accounts.id", "devices.account_id")
    .leftJoin("device_groups", "device_groups.id", "devices.group_id")
    .select((of) => [
      "sensors.id as sensorId",
      "sensors.uuid",
      "sensors.slug",
      "sensors.name",
      "sensors.type",
      "sensors.unit",
      "devices.id as deviceId",
      "devices.uuid as deviceUuid",
      "devices.name as deviceName",
      "devices.group_id as groupId",
      "devices.template_id as templateId",
      "devices.follows_template as followsTemplate",
      "devices.tags",
      "devices.attributes",
      "device_groups.name as group",
      "accounts.id as accountId",
      "accounts.uuid as accountUuid",
      "accounts.name as accountName",
      of.fn
        .coalesce(
          "sensors.chain_id",
          "devices.chain_id",
          "device_groups.chain_id",
          "accounts.default_chain_id",
        )
        .as("chainId"),
    ])
    .$if(deviceIds !== undefined, (query) => query.where("devices.id", "in", dialect.listed(deviceIds!)))
    .orderBy("devices.id")
    .orderBy("sensors.id")
    .execute();
  let device: SensorSource["device"] | null = null;
  const notes = new Map<string, unknown>();
  const accounts = new Map<number, SensorSource["account"]>();
  return rows.map((row) => {
    const { sensorId, uuid, slug, name, accountId, chainId, groupId } = row;
    // Fleets are large, so the sensors of a device share its object, and devices share that of their account.
    if (device?.uuid !== row.deviceUuid) {
      const tags = parsedOnce(row.tags, notes) as string[];
      const attributes = parsedOnce(row.attributes, notes) as DeviceAttributes;
      device = { uuid: row.deviceUuid, name: row.deviceName, group: row.group ?? "", tags, attributes };
    }
    const account = accounts.get(accountId) ?? { uuid: row.accountUuid, name: row.accountName };
    accounts.set(accountId, account);
    const sensor = { uuid, slug, name, type: row.type ?? "", unit: row.unit ?? "" };
    const source = { sensorId, deviceId: row.deviceId, accountId, sensor, device, account };
    const templateId = row.followsTemplate === 1 ? row.templateId : null;
    return { source, chainId: chainId!, groupId, templateId };
  });
}

/** Many devices have the same tags and attributes, or none, so they share one object. */
function parsedOnce(json: string, parsed: Map<string, unknown>): unknown {
  const known = parsed.get(json);
  if (known !== undefined) return known;
  const value: unknown = JSON.parse(json);
  parsed.set(json, value);
  return value;
}
