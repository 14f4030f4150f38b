import { randomUUID } from "node:crypto";
import { shortNameShape } from "@weir/protocol/short-name-shape";
import type { ControlTransaction } from "../../control/control.ts";
import { insertSensorRows, type NewSensorRow, slugsOf } from "../../control/sensors/sensor-records.ts";
import { type Refusal, type Result, refuse, succeed } from "./manage-error.ts";
import { refuseText, validateName } from "./validate-text.ts";

export interface NewSensor {
  readonly slug: string;
  /** The slug by default. */
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly unit?: string | undefined;
  /** Its own chain, which must be of the account; none by default. */
  readonly chainId?: number | null;
}

export interface CreatedSensor {
  readonly uuid: string;
  readonly slug: string;
}

interface SensorsToInsert {
  readonly deviceId: number;
  readonly sensors: readonly NewSensor[];
  readonly nowUs: number;
}

/** Those of a row without its device. */
export type SensorColumns = Omit<NewSensorRow, "device_id">;

const sensorsPerDeviceLimit = 10_000;
const typeMaxLength = 64;
const unitMaxLength = 32;

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Adds sensors to a device whose row exists: all of them, or none. */
export async function insertSensors(
  tx: ControlTransaction,
  { deviceId, sensors, nowUs }: SensorsToInsert,
): Promise<Result<CreatedSensor[]>> {
  const columns = columnsOfSensors(sensors, await slugsOf(tx, deviceId), nowUs);
  if (!columns.ok) return columns;
  await insertSensorRows(
    tx,
    columns.value.map((own) => ({ ...own, device_id: deviceId })),
  );
  return succeed(columns.value.map(({ uuid, slug }) => ({ uuid, slug })));
}

/** The columns of sensors, which are checked, of a device that does not exist yet. */
export function columnsOfNewSensors(sensors: readonly NewSensor[], nowUs: number): Result<SensorColumns[]> {
  return columnsOfSensors(sensors, [], nowUs);
}

/** Checks the sensors of a device that does not exist yet. */
export function checkNewSensors(sensors: readonly NewSensor[]): Refusal | null {
  const columns = columnsOfNewSensors(sensors, 0);
  return columns.ok ? null : columns;
}

function columnsOfSensors(
  sensors: readonly NewSensor[],
  present: readonly string[],
  nowUs: number,
): Result<SensorColumns[]> {
  const refused = refuseTogether(present, sensors);
  if (refused) return refused;
  const columns: SensorColumns[] = [];
  for (const sensor of sensors) {
    const details = checkSensorDetails(sensor);
    if (!details.ok) return details;
    const chain_id = sensor.chainId ?? null;
    columns.push({ ...details.value, uuid: randomUUID(), chain_id, created_at: nowUs });
  }
  return succeed(columns);
}

function refuseTogether(present: readonly string[], sensors: readonly NewSensor[]): Refusal | null {
  if (present.length + sensors.length > sensorsPerDeviceLimit) {
    return refuse("too_many_sensors", `A device can have at most ${sensorsPerDeviceLimit} sensors.`);
  }
  const slugs = new Set(present);
  for (const { slug } of sensors) {
    if (slugs.has(slug)) {
      return refuse("slug_taken", `The slug "${slug}" is already used by another sensor of the device.`);
    }
    slugs.add(slug);
  }
  return null;
}

/** The texts of a sensor, checked and turned into its columns. */
export function checkSensorDetails(
  sensor: NewSensor,
): Result<{ name: string; slug: string; type: string | null; unit: string | null }> {
  const { slug, type, unit } = sensor;
  const name = validateName("A sensor's name", sensor.name ?? slug);
  const refused =
    refuseSlug(slug) ??
    refuseText("A sensor's type", type, typeMaxLength) ??
    refuseText("A sensor's unit", unit, unitMaxLength);
  if (refused) return refused;
  if (!name.ok) return name;
  return succeed({ name: name.value, slug, type: type || null, unit: unit || null });
}

/** A slug that looks like a UUID is refused, because requests name a sensor by either in the same place. */
function refuseSlug(slug: string): Refusal | null {
  if (!shortNameShape.test(slug)) {
    return refuse(
      "bad_slug",
      `"${slug}" is not a valid slug. Use 1 to 64 letters A-Z or a-z, digits, "_" and "-".`,
    );
  }
  if (uuidShape.test(slug))
    return refuse("bad_slug", `"${slug}" is not a valid slug, because it has the form of a UUID.`);
  return null;
}
