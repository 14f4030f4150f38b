import type { ControlReader, ControlStore } from "../control/control-store.ts";
import { commitChange } from "./commit-change.ts";
import { findDevice } from "./find-device.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";
import { getSensor } from "./sensors.ts";

/** How long readings of a sensor are kept: days, null for ever, or as its account says. */
export type SensorRetention = number | null | "account";

export interface RetentionOfSensor {
  readonly uuid: string;
  readonly own: SensorRetention;
  /** What applies: its own, else the account's. Null: for ever. */
  readonly days: number | null;
}

/** What was set before, to be written down. */
export interface RetentionChange<Setting> {
  readonly before: Setting;
  readonly after: Setting;
}

export async function accountRetention({ db }: ControlReader, accountId: number): Promise<number | null> {
  const row = await db
    .selectFrom("account_retention")
    .select("days")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.days ?? null;
}

/** Null keeps readings for ever. Sensors that have a setting of their own keep it. */
export async function setAccountRetention(
  store: ControlStore,
  accountId: number,
  days: number | null,
): Promise<Result<RetentionChange<number | null>>> {
  return commitChange(store, async (tx) => {
    const isWithin = store.accountId === null || store.accountId === accountId;
    const accounts = tx.selectFrom("accounts").select("uuid").where("id", "=", accountId);
    const account = isWithin ? await accounts.executeTakeFirst() : undefined;
    if (account === undefined) return refuse("unknown_account", "There is no such account.");
    const before = await accountRetention({ ...store, db: tx }, accountId);
    await tx.deleteFrom("account_retention").where("account_id", "=", accountId).execute();
    if (days !== null) {
      await tx.insertInto("account_retention").values({ account_id: accountId, days }).execute();
    }
    return succeed({
      value: { before, after: days },
      audit: [
        {
          ...{ accountId, action: "account.set_retention", subjectKind: "account", subject: account.uuid },
          ...{ before: { days: before }, after: { days } },
        },
      ],
      changes: [{ kind: "account", accountId }],
    });
  });
}

export async function sensorRetention(
  store: ControlReader,
  deviceUuid: string,
  sensor: string,
): Promise<Result<RetentionOfSensor>> {
  const device = await findDevice(store, store.db, deviceUuid);
  if (!device.ok) return device;
  const found = await getSensor(store, deviceUuid, sensor);
  if (!found.ok) return found;
  const own = await ownRetention(store, found.value.id);
  const days = own === "account" ? await accountRetention(store, device.value.accountId) : own;
  return succeed({ uuid: found.value.uuid, own, days });
}

async function ownRetention({ db }: ControlReader, sensorId: number): Promise<SensorRetention> {
  const row = await db
    .selectFrom("sensor_retention")
    .select("days")
    .where("sensor_id", "=", sensorId)
    .executeTakeFirst();
  return row === undefined ? "account" : row.days;
}

export async function setSensorRetention(
  store: ControlStore,
  { device: deviceUuid, sensor }: { readonly device: string; readonly sensor: string },
  days: SensorRetention,
): Promise<Result<RetentionChange<SensorRetention> & { readonly uuid: string }>> {
  return commitChange(store, async (tx) => {
    const within = { ...store, db: tx };
    const device = await findDevice(store, tx, deviceUuid);
    if (!device.ok) return device;
    const found = await getSensor(within, deviceUuid, sensor);
    if (!found.ok) return found;
    const { id, uuid } = found.value;
    const before = await ownRetention(within, id);
    await tx.deleteFrom("sensor_retention").where("sensor_id", "=", id).execute();
    if (days !== "account") {
      await tx.insertInto("sensor_retention").values({ sensor_id: id, days }).execute();
    }
    const changes = [{ kind: "device", deviceId: device.value.id } as const];
    const { accountId } = device.value;
    const set = { accountId, action: "sensor.set_retention", subjectKind: "sensor", subject: uuid };
    return succeed({
      value: { uuid, before, after: days },
      audit: [{ ...set, before: { days: before }, after: { days } }],
      changes,
    });
  });
}

/** For the processor: the sensors whose readings are not kept for ever. */
export function loadKeptDays(store: ControlReader): { sensorId: number; days: number }[] {
  const rows = store.database
    .query(
      `SELECT sensors.id, CASE WHEN own.sensor_id IS NULL THEN general.days ELSE own.days END AS kept
       FROM sensors
       JOIN devices ON devices.id = sensors.device_id
       LEFT JOIN sensor_retention AS own ON own.sensor_id = sensors.id
       LEFT JOIN account_retention AS general ON general.account_id = devices.account_id
       WHERE kept IS NOT NULL ORDER BY sensors.id`,
    )
    .values() as [number, number][];
  return rows.map(([sensorId, days]) => ({ sensorId, days }));
}

/**
 * For the processor: how many days the battery levels of a device are kept; null for ever. They follow the account's
 * setting. A sensor's own setting does not apply, because the battery belongs to the device.
 */
export function batteryKeptDays(store: ControlReader, deviceId: number): number | null | "deleted" {
  const [row] = store.database
    .query(
      `SELECT general.days FROM devices
       LEFT JOIN account_retention AS general ON general.account_id = devices.account_id
       WHERE devices.id = ?`,
    )
    .values(deviceId) as [number | null][];
  return row === undefined ? "deleted" : row[0];
}
