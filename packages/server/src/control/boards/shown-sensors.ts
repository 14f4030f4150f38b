import type { ValueState } from "@weir/protocol/manage/value-states";
import type { ControlReader } from "../control.ts";

/** A sensor as tiles show it. */
export interface ShownSensor {
  readonly id: number;
  readonly uuid: string;
  readonly slug: string;
  readonly name: string;
  /** Of the sensor, else of its type. */
  readonly unit: string | null;
  /** Of its type, like all that follow. */
  readonly decimals: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly states: readonly ValueState[] | null;
  readonly device: string;
  readonly deviceId: number;
  readonly deviceName: string;
}

/** Which devices: by UUID or by id. */
type WhichDevices = { readonly uuids: readonly string[] } | { readonly ids: readonly number[] };

/** Returns the sensors of devices of this account. Devices of other accounts have none. */
export async function sensorsOfDevices(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  accountId: number,
  which: WhichDevices,
): Promise<ShownSensor[]> {
  const sensors = db
    .selectFrom("sensors")
    .innerJoin("devices", "devices.id", "sensors.device_id")
    .leftJoin("sensor_types", (join) =>
      join
        .onRef("sensor_types.account_id", "=", "devices.account_id")
        .onRef("sensor_types.name", "=", "sensors.type"),
    )
    .select(["sensors.id", "sensors.uuid", "sensors.slug", "sensors.name"])
    .select(["sensor_types.decimals", "sensor_types.states", "sensor_types.min", "sensor_types.max"])
    .select(({ fn }) => fn.coalesce("sensors.unit", "sensor_types.unit").as("unit"))
    .select(["devices.uuid as device", "devices.id as deviceId", "devices.name as deviceName"])
    .where("devices.account_id", "=", accountId);
  const ofThese =
    "uuids" in which
      ? sensors.where("devices.uuid", "in", dialect.listed(which.uuids))
      : sensors.where("devices.id", "in", dialect.listed(which.ids));
  const found = await ofThese.execute();
  return found.map((sensor) => {
    return { ...sensor, states: sensor.states === null ? null : JSON.parse(sensor.states) };
  });
}
