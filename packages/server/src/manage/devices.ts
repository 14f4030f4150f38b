import type { ContractName, Handling } from "@weir/protocol/contracts";
import { type Kysely, sql } from "kysely";
import { commitChange } from "./commit-change.ts";
import type { ControlSchema } from "./control-schema.ts";
import type { ControlReader, ControlStore } from "./control-store.ts";
import { findDevice } from "./find-device.ts";
import { type CreatedDevice, checkDeviceDetails, insertDevice, type NewDevice } from "./insert-device.ts";
import { type Result, succeed } from "./manage-error.ts";
import { type Sensor, sensorsOf } from "./sensors.ts";

export interface Device {
  readonly id: number;
  readonly uuid: string;
  readonly account: { readonly uuid: string; readonly name: string };
  readonly group: string | null;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly contract: ContractName;
  readonly handling: Handling;
  readonly tokenCreatedAt: number;
  readonly createdAt: number;
  readonly sensorCount: number;
}

export interface DeviceWithSensors extends Device {
  readonly sensors: readonly Sensor[];
}

/** What is absent stays as it is; a null group takes the device out of its group. */
export interface DevicePatch {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly group?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly contract?: ContractName | undefined;
  readonly handling?: Handling | undefined;
}

export async function createDevice(store: ControlStore, device: NewDevice): Promise<Result<CreatedDevice>> {
  return commitChange(store, (tx) => insertDevice(store, tx, device));
}

export async function listDevices(store: ControlReader): Promise<Device[]> {
  const devices = selectDevices(store.db);
  const within =
    store.accountId === null ? devices : devices.where("devices.account_id", "=", store.accountId);
  return (await within.orderBy("devices.id").execute()).map(toDevice);
}

export async function getDevice(store: ControlReader, uuid: string): Promise<Result<DeviceWithSensors>> {
  const found = await findDevice(store, store.db, uuid);
  return found.ok ? succeed(await readDevice(store.db, found.value.id)) : found;
}

export async function updateDevice(
  store: ControlStore,
  uuid: string,
  patch: DevicePatch,
): Promise<Result<DeviceWithSensors>> {
  return commitChange(store, async (tx) => {
    const found = await findDevice(store, tx, uuid);
    if (!found.ok) return found;
    const { id, accountId } = found.value;
    const before = await readDevice(tx, id);
    const details = await checkDeviceDetails(tx, accountId, {
      name: patch.name ?? before.name,
      description: patch.description ?? before.description,
      group: patch.group === undefined ? before.group : patch.group,
    });
    if (!details.ok) return details;
    await tx
      .updateTable("devices")
      .set({
        ...details.value,
        enabled: (patch.enabled ?? before.enabled) ? 1 : 0,
        contract: patch.contract ?? before.contract,
        handling: patch.handling ?? before.handling,
      })
      .where("id", "=", id)
      .execute();
    return succeed({ value: await readDevice(tx, id), changes: [{ kind: "device", deviceId: id }] });
  });
}

/** Answers with the device as it was. Stored readings of its sensors are purged later, by the ids left behind. */
export async function deleteDevice(store: ControlStore, uuid: string): Promise<Result<DeviceWithSensors>> {
  return commitChange(store, async (tx) => {
    const found = await findDevice(store, tx, uuid);
    if (!found.ok) return found;
    const deviceId = found.value.id;
    const device = await readDevice(tx, deviceId);
    await tx
      .insertInto("removed_sensors")
      .columns(["sensor_id", "removed_at"])
      .expression(
        tx
          .selectFrom("sensors")
          .select((row) => ["id", row.val(store.nowUs()).as("removed_at")])
          .where("device_id", "=", deviceId),
      )
      .execute();
    await tx.deleteFrom("sensors").where("device_id", "=", deviceId).execute();
    await tx.deleteFrom("devices").where("id", "=", deviceId).execute();
    return succeed({ value: device, changes: [{ kind: "device", deviceId }] });
  });
}

/** The device must exist. */
async function readDevice(db: Kysely<ControlSchema>, deviceId: number): Promise<DeviceWithSensors> {
  const row = await selectDevices(db).where("devices.id", "=", deviceId).executeTakeFirstOrThrow();
  return { ...toDevice(row), sensors: await sensorsOf(db, deviceId) };
}

function selectDevices(db: Kysely<ControlSchema>) {
  return db
    .selectFrom("devices")
    .innerJoin("accounts", "accounts.id", "devices.account_id")
    .leftJoin("device_groups", "device_groups.id", "devices.group_id")
    .select([
      "devices.id",
      "devices.uuid",
      "accounts.uuid as accountUuid",
      "accounts.name as accountName",
      "device_groups.name as group",
      "devices.name",
      "devices.description",
      "devices.enabled",
      "devices.contract",
      "devices.handling",
      "devices.token_created_at as tokenCreatedAt",
      "devices.created_at as createdAt",

      sql<number>`(SELECT count(*) FROM sensors WHERE device_id = devices.id)`.as("sensorCount"),
    ]);
}

type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>["executeTakeFirstOrThrow"]>>;

function toDevice({ accountUuid, accountName, enabled, ...row }: DeviceRow): Device {
  return { ...row, account: { uuid: accountUuid, name: accountName }, enabled: enabled === 1 };
}
