import type { ControlReader } from "../../../control/control.ts";
import { type Sensor, sensorsOf } from "../../../control/sensors/sensor-records.ts";
import { sensorsByUuid, sensorsOfAccountBehind } from "../../../control/sensors/sensors-by-uuid.ts";
import { findDevice } from "../../core/find-device.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";

const sourcesPerPage = 1000;

/** A sensor to export, with the columns that each line has about it. */
export interface ExportSource {
  readonly sensorId: number;
  readonly device: string;
  readonly deviceName: string;
  readonly sensor: string;
  readonly unit: string | null;
}

/** Sensors of the account by their UUIDs, in the given order, each once. */
export async function findExportSources(
  control: ControlReader,
  sensorUuids: readonly string[],
): Promise<Result<ExportSource[]>> {
  const wanted = [...new Set(sensorUuids)];
  const found = await sensorsByUuid(control, wanted);
  const sources: ExportSource[] = [];
  for (const uuid of wanted) {
    const sensor = found.get(uuid);
    if (sensor === undefined) return refuse("unknown_sensor", `There is no sensor "${uuid}".`);
    const { id: sensorId, device, deviceName, slug, unit } = sensor;
    sources.push({ sensorId, device, deviceName, sensor: slug, unit });
  }
  return succeed(sources);
}

/** Sensors of a device by slug or UUID; all of them if none is named. */
export async function findDeviceSources(
  control: ControlReader,
  deviceUuid: string,
  wanted: readonly string[] | null,
): Promise<Result<ExportSource[]>> {
  const device = await findDevice(control, control.db, deviceUuid);
  if (!device.ok) return device;
  const sensors = await sensorsOf(control.db, device.value.id);
  const chosen = new Set<Sensor>();
  for (const name of wanted ?? []) {
    const sensor = sensors.find(({ slug, uuid }) => slug === name || uuid === name);
    if (sensor === undefined) return refuse("unknown_sensor", `The device has no sensor "${name}".`);
    chosen.add(sensor);
  }
  const taken = wanted === null ? sensors : [...chosen];
  return succeed(
    taken.map(({ id, slug, unit }) => ({
      sensorId: id,
      device: deviceUuid,
      deviceName: device.value.name,
      sensor: slug,
      unit,
    })),
  );
}

/** All sensors of an account, in order of creation, read a page at a time while they are exported. */
export async function* allSources(
  { db }: Pick<ControlReader, "db">,
  accountId: number,
): AsyncGenerator<ExportSource> {
  for (let afterId = 0; ; ) {
    const page = await sensorsOfAccountBehind(db, accountId, { afterId, limit: sourcesPerPage });
    for (const { id, slug, unit, device, deviceName } of page)
      yield { sensorId: id, device, deviceName, sensor: slug, unit };
    if (page.length < sourcesPerPage) return;
    afterId = page.at(-1)!.id;
  }
}
