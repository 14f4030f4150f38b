import type { ControlReader } from "../../control/control-store.ts";
import { findDevice } from "../find-device.ts";
import { type Result, refuse, succeed } from "../manage-error.ts";

/** A sensor whose readings are exported, with what each line says of it. */
export interface ExportSource {
  readonly sensorId: number;
  readonly device: string;
  readonly deviceName: string;
  readonly sensor: string;
  readonly unit: string | null;
}

/** Sensors of the account by their UUIDs, in the order they were named, each once. */
export async function findExportSources(
  control: ControlReader,
  sensorUuids: readonly string[],
): Promise<Result<ExportSource[]>> {
  const wanted = [...new Set(sensorUuids)];
  const found = await control.db
    .selectFrom("sensors")
    .innerJoin("devices", "devices.id", "sensors.device_id")
    .select(["sensors.id", "sensors.uuid", "sensors.slug", "sensors.unit"])
    .select(["devices.uuid as device", "devices.name as deviceName", "devices.account_id as accountId"])
    .where("sensors.uuid", "in", wanted)
    .execute();
  const sources: ExportSource[] = [];
  for (const uuid of wanted) {
    const sensor = found.find((each) => each.uuid === uuid);
    const isWithin = control.accountId === null || control.accountId === sensor?.accountId;
    if (sensor === undefined || !isWithin) {
      return refuse("unknown_sensor", `There is no sensor "${uuid}".`);
    }
    const { id: sensorId, device, deviceName, slug, unit } = sensor;
    sources.push({ sensorId, device, deviceName, sensor: slug, unit });
  }
  return succeed(sources);
}

/** Sensors of a device by slug or UUID; all of them, where none is named. */
export async function findDeviceSources(
  control: ControlReader,
  deviceUuid: string,
  wanted: readonly string[] | null,
): Promise<Result<ExportSource[]>> {
  const device = await findDevice(control, control.db, deviceUuid);
  if (!device.ok) return device;
  const sensors = await control.db
    .selectFrom("sensors")
    .select(["id", "uuid", "slug", "unit"])
    .where("device_id", "=", device.value.id)
    .orderBy("id")
    .execute();
  const chosen = new Set<(typeof sensors)[number]>();
  for (const name of wanted ?? []) {
    const sensor = sensors.find(({ slug, uuid }) => slug === name || uuid === name);
    if (sensor === undefined) return refuse("unknown_sensor", `The device has no sensor "${name}".`);
    chosen.add(sensor);
  }
  const taken = wanted === null ? sensors : [...chosen];
  return succeed(
    taken.map(({ id, slug, unit }) => ({
      ...{ sensorId: id, device: deviceUuid, deviceName: device.value.name },
      ...{ sensor: slug, unit },
    })),
  );
}
