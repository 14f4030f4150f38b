import type { Control, ControlReader } from "../../control/control.ts";
import { findNamed } from "../../control/named-rows.ts";
import {
  readAccountRetention,
  readSensorRetention,
  type SensorRetention,
  writeAccountRetention,
  writeSensorRetention,
} from "../../control/retention/retention.ts";
import { commitChange } from "../core/commit-change.ts";
import { findDevice } from "../core/find-device.ts";
import { getSensor } from "../core/find-sensor.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";

interface RetentionOfSensor {
  readonly uuid: string;
  readonly own: SensorRetention;
  /** What applies: its own, else the account's. Null: forever. */
  readonly days: number | null;
}

/** The previous setting, for the audit log. */
interface RetentionChange<Setting> {
  readonly before: Setting;
  readonly after: Setting;
}

export function accountRetention({ db }: ControlReader, accountId: number): Promise<number | null> {
  return readAccountRetention(db, accountId);
}

/** Null keeps readings forever. Sensors with their own setting keep it. */
export async function setAccountRetention(
  control: Control,
  accountId: number,
  days: number | null,
): Promise<Result<RetentionChange<number | null>>> {
  return commitChange(control, async (tx) => {
    const isWithin = control.accountId === null || control.accountId === accountId;
    const account = isWithin ? await findNamed(tx, "accounts", accountId) : null;
    if (account === null) return refuse("unknown_account", "This account does not exist.");
    const before = await readAccountRetention(tx, accountId);
    await writeAccountRetention(tx, accountId, days);
    return succeed({
      value: { before, after: days },
      audit: [
        {
          accountId,
          action: "account.set-retention",
          subjectKind: "account",
          subject: account.uuid,
          before: { days: before },
          after: { days },
        },
      ],
      changes: [{ kind: "account", accountId }],
    });
  });
}

export async function sensorRetention(
  control: ControlReader,
  deviceUuid: string,
  sensor: string,
): Promise<Result<RetentionOfSensor>> {
  const device = await findDevice(control, control.db, deviceUuid);
  if (!device.ok) return device;
  const found = await getSensor(control, deviceUuid, sensor);
  if (!found.ok) return found;
  const own = await readSensorRetention(control.db, found.value.id);
  const days = own === "account" ? await accountRetention(control, device.value.accountId) : own;
  return succeed({ uuid: found.value.uuid, own, days });
}

export async function setSensorRetention(
  control: Control,
  { device: deviceUuid, sensor }: { readonly device: string; readonly sensor: string },
  days: SensorRetention,
): Promise<Result<RetentionChange<SensorRetention> & { readonly uuid: string }>> {
  return commitChange(control, async (tx) => {
    const within = { ...control, db: tx };
    const device = await findDevice(control, tx, deviceUuid);
    if (!device.ok) return device;
    const found = await getSensor(within, deviceUuid, sensor);
    if (!found.ok) return found;
    const { id, uuid } = found.value;
    const before = await readSensorRetention(tx, id);
    await writeSensorRetention(tx, id, days);
    const changes = [{ kind: "device", deviceId: device.value.id } as const];
    const { accountId } = device.value;
    const set = { accountId, action: "sensor.set-retention", subjectKind: "sensor", subject: uuid };
    return succeed({
      value: { uuid, before, after: days },
      audit: [{ ...set, before: { days: before }, after: { days } }],
      changes,
    });
  });
}
