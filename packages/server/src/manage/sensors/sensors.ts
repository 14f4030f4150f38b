import type { Control, ControlTransaction } from "../../control/control.ts";
import {
  deleteSensor,
  findSensorOf,
  type Sensor,
  updateSensor,
} from "../../control/sensors/sensor-records.ts";
import { type ExpectedVersion, isExpected, versionOf } from "../../web/expected-version.ts";
import { commitChange } from "../core/commit-change.ts";
import { findDevice } from "../core/find-device.ts";
import { findSensor } from "../core/find-sensor.ts";
import {
  type CreatedSensor,
  checkSensorDetails,
  insertSensors,
  type NewSensor,
} from "../core/insert-sensors.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { refuseChanged } from "../core/owner-rules.ts";
import { refuseOverLimit } from "../core/refuse-over-limit.ts";

/** Omitted fields stay. Null removes a value. Readings belong to the sensor and stay when its slug changes. */
interface SensorPatch {
  readonly slug?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | null | undefined;
  readonly unit?: string | null | undefined;
}

/** A sensor as it is named within its device, by slug or UUID. */
interface SensorOfDevice {
  readonly device: string;
  readonly sensor: string;
}

export async function addSensor(
  control: Control,
  deviceUuid: string,
  sensor: NewSensor,
): Promise<Result<CreatedSensor>> {
  return commitChange(control, async (tx) => {
    const device = await findDevice(control, tx, deviceUuid);
    if (!device.ok) return device;
    const { id: deviceId, accountId } = device.value;
    const full = await refuseOverLimit(control, tx, accountId, { devices: 0, sensors: 1 });
    if (full) return full;
    const created = await insertSensors(tx, { deviceId, sensors: [sensor], nowUs: control.nowUs() });
    if (!created.ok) return created;
    const { uuid } = created.value[0]!;
    const made = await findSensor(tx, deviceId, uuid);
    if (!made.ok) return made;
    const after = { device: deviceUuid, ...editableOfSensor(made.value) };
    return succeed({
      value: created.value[0]!,
      audit: [{ accountId, action: "sensor.create", subjectKind: "sensor", subject: uuid, after }],
      changes: [{ kind: "device", deviceId }],
    });
  });
}

/** Does nothing if it was edited since the expected version; null expects none. */
export async function editSensor(
  control: Control,
  which: SensorOfDevice,
  patch: SensorPatch,
  expected: ExpectedVersion,
): Promise<Result<Sensor>> {
  return changeSensor(
    control,
    { ...which, action: "sensor.update", expected },
    async (tx, before, deviceId) => {
      const details = checkSensorDetails({
        slug: patch.slug ?? before.slug,
        name: patch.name ?? before.name,
        type: (patch.type === undefined ? before.type : patch.type) ?? undefined,
        unit: (patch.unit === undefined ? before.unit : patch.unit) ?? undefined,
      });
      if (!details.ok) return details;
      const namesake = await findSensorOf(tx, deviceId, details.value.slug);
      if (namesake !== undefined && namesake.id !== before.id) {
        return refuse(
          "slug_taken",
          `The slug "${details.value.slug}" is already used by another sensor of the device.`,
        );
      }
      await updateSensor(tx, before.id, details.value);
      return succeed({ ...before, ...details.value });
    },
  );
}

/** The version of what people edit about a sensor. */
export function versionOfSensor(sensor: Sensor): string {
  return versionOf(Object.values(editableOfSensor(sensor)));
}

export function editableOfSensor({ slug, name, type, unit }: Sensor) {
  return { slug, name, type, unit };
}

/** Removes nothing if the sensor was edited since the expected version. */
export async function removeSensor(
  control: Control,
  which: SensorOfDevice,
  expected: ExpectedVersion = null,
): Promise<Result<Sensor>> {
  return changeSensor(control, { ...which, action: "sensor.delete", expected }, async (tx, before) => {
    await deleteSensor(tx, before.id, control.nowUs());
    return succeed(null);
  });
}

interface SensorChange extends SensorOfDevice {
  /** The name in the audit log. */
  readonly action: string;
  readonly expected: ExpectedVersion;
}

/**
 * Finds the sensor and does the work with it, unless it was edited since the expected version. The work answers with the
 * sensor as it is then, or with null if it is gone.
 */
async function changeSensor(
  control: Control,
  { device: deviceUuid, sensor, action, expected }: SensorChange,
  work: (tx: ControlTransaction, before: Sensor, deviceId: number) => Promise<Result<Sensor | null>>,
): Promise<Result<Sensor>> {
  return commitChange(control, async (tx) => {
    const device = await findDevice(control, tx, deviceUuid);
    if (!device.ok) return device;
    const { id: deviceId, accountId, uuid } = device.value;
    const found = await findSensor(tx, deviceId, sensor);
    if (!found.ok) return found;
    const before = found.value;
    if (!isExpected(expected, versionOfSensor(before))) return refuseChanged("sensor");
    const done = await work(tx, before, deviceId);
    if (!done.ok) return done;
    const after = done.value;
    const audited = (one: Sensor) => ({ device: uuid, ...editableOfSensor(one) });
    const audit = {
      accountId,
      action,
      subjectKind: "sensor",
      subject: before.uuid,
      before: audited(before),
      after: after === null ? undefined : audited(after),
    };
    return succeed({ value: after ?? before, audit: [audit], changes: [{ kind: "device", deviceId }] });
  });
}
