import type { ContractName, Handling } from "@weir/protocol/contracts";
import type { QuarantineMode } from "@weir/protocol/manage/quarantine-mode";
import { type Kysely, sql, type Updateable } from "kysely";
import type { ControlSchema, DeviceTable } from "../control/control-schema.ts";
import type { ControlReader, ControlStore, ControlTransaction } from "../control/control-store.ts";
import { type Sensor, sensorsOf } from "../control/sensors/sensor-records.ts";
import { commitChange } from "./commit-change.ts";
import {
  columnsOfPatch,
  type ExpectationPatch,
  type ExpectationSettings,
  type ExpectationsByLevel,
  settingsToJson,
} from "./device-expectation.ts";
import { chainColumn } from "./device-list-chains.ts";
import {
  changedMeanwhile,
  doneOf,
  type Edit,
  type ExpectedVersion,
  isExpected,
  type Removal,
  versionOf,
} from "./devices-edit.ts";
import { findDevice } from "./find-device.ts";
import { type CreatedDevice, checkDeviceDetails, insertDevice, type NewDevice } from "./insert-device.ts";
import { type Result, succeed } from "./manage-error.ts";
import { columnsOfMode, modeOf, type WantedQuarantine, wantedMode } from "./quarantine-columns.ts";

export interface Device extends ExpectationSettings {
  readonly id: number;
  readonly uuid: string;
  readonly account: { readonly uuid: string; readonly name: string };
  readonly group: string | null;
  readonly name: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly contract: ContractName;
  readonly handling: Handling;
  /** Whether its rejected readings are kept now, so that they can be submitted again. */
  readonly quarantine: boolean;
  readonly quarantineMode: QuarantineMode;
  /** Its own; null where that of its group or account applies. */
  readonly chain: { readonly uuid: string; readonly name: string } | null;
  /** Its own settings, and those that apply where it has none. */
  readonly expectations: ExpectationsByLevel;
  readonly tokenCreatedAt: number;
  readonly createdAt: number;
  readonly sensorCount: number;
}

export interface DeviceWithSensors extends Device {
  readonly sensors: readonly Sensor[];
}

/** What is absent stays as it is; null takes the device out of its group, or its chain from it. */
export interface DevicePatch extends WantedQuarantine, ExpectationPatch {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly group?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  readonly contract?: ContractName | undefined;
  readonly handling?: Handling | undefined;
  /** UUID or name of a published chain of its account. */
  readonly chain?: string | null | undefined;
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
  const edited = await editDevice(store, uuid, patch, null);
  if (!edited.ok) return edited;
  return succeed(doneOf(edited.value).after);
}

/** The same, unless it was edited since the version that is expected; null expects none. */
export async function editDevice(
  store: ControlStore,
  uuid: string,
  patch: DevicePatch,
  expected: ExpectedVersion,
): Promise<Result<Edit<DeviceWithSensors>>> {
  return commitChange<Edit<DeviceWithSensors>>(store, async (tx) => {
    const found = await findDevice(store, tx, uuid);
    if (!found.ok) return found;
    const { id, accountId } = found.value;
    const before = await readDevice(tx, id);
    if (!isExpected(expected, versionOfDevice(before))) return changedMeanwhile();
    const columns = await columnsOf(store, tx, { ...found.value, before }, patch);
    if (!columns.ok) return columns;
    await tx.updateTable("devices").set(columns.value).where("id", "=", id).execute();
    const after = await readDevice(tx, id);
    return succeed({
      value: { kind: "done", before, after },
      audit: [
        {
          ...{ accountId, action: "device.update", subjectKind: "device", subject: after.uuid },
          ...{ before: editableOfDevice(before), after: editableOfDevice(after) },
        },
      ],
      changes: [{ kind: "device", deviceId: id }],
    });
  });
}

/** Of what people edit of a device. */
export function versionOfDevice(device: Device): string {
  return versionOf(Object.values(editableOfDevice(device)));
}

/** What people edit of a device. */
export function editableOfDevice(device: Device) {
  const { name, description, group, enabled, contract, handling, quarantine, quarantineMode, chain } = device;
  return {
    ...{ name, description, group, enabled, contract, handling },
    ...{ quarantine, quarantine_mode: quarantineMode, chain: chain?.uuid ?? null },
    ...settingsToJson(device),
  };
}

async function columnsOf(
  store: ControlStore,
  tx: ControlTransaction,
  { accountId, before }: { readonly accountId: number; readonly before: Device },
  patch: DevicePatch,
): Promise<Result<Updateable<DeviceTable>>> {
  const details = await checkDeviceDetails(tx, accountId, {
    name: patch.name ?? before.name,
    description: patch.description ?? before.description,
    group: patch.group === undefined ? before.group : patch.group,
  });
  if (!details.ok) return details;
  const chain =
    patch.chain === undefined ? succeed({}) : await chainColumn(store, tx, accountId, patch.chain);
  if (!chain.ok) return chain;
  const mode = wantedMode(patch) ?? before.quarantineMode;
  return succeed({
    ...details.value,
    ...chain.value,
    enabled: (patch.enabled ?? before.enabled) ? 1 : 0,
    contract: patch.contract ?? before.contract,
    handling: patch.handling ?? before.handling,
    ...columnsOfPatch(before, patch),
    ...(mode === before.quarantineMode ? {} : columnsOfMode(mode, store.nowUs())),
  });
}

/** Answers with the device as it was. Stored readings of its sensors are purged later, by the ids left behind. */
export async function deleteDevice(store: ControlStore, uuid: string): Promise<Result<DeviceWithSensors>> {
  const removed = await removeDevice(store, uuid, null);
  if (!removed.ok) return removed;
  return succeed(doneOf(removed.value).before);
}

/** The same, unless it was edited since the version that is expected. */
export async function removeDevice(
  store: ControlStore,
  uuid: string,
  expected: ExpectedVersion,
): Promise<Result<Removal<DeviceWithSensors>>> {
  return commitChange<Removal<DeviceWithSensors>>(store, async (tx) => {
    const found = await findDevice(store, tx, uuid);
    if (!found.ok) return found;
    const { id: deviceId, accountId } = found.value;
    const device = await readDevice(tx, deviceId);
    if (!isExpected(expected, versionOfDevice(device))) return changedMeanwhile();
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
    return succeed({
      value: { kind: "done", before: device },
      audit: [
        {
          ...{ accountId, action: "device.delete", subjectKind: "device", subject: device.uuid },
          before: { ...editableOfDevice(device), sensors: device.sensors.map(({ slug }) => slug) },
        },
      ],
      changes: [{ kind: "device", deviceId }],
    });
  });
}

/** Those that exist, in the order of the ids. */
export async function readDevices(db: Kysely<ControlSchema>, ids: readonly number[]): Promise<Device[]> {
  const rows = await selectDevices(db).where("devices.id", "in", ids).execute();
  const byId = new Map(rows.map((row) => [row.id, toDevice(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The device must exist. `db` may be a transaction of the store. */
async function readDevice(db: Kysely<ControlSchema>, deviceId: number): Promise<DeviceWithSensors> {
  const row = await selectDevices(db).where("devices.id", "=", deviceId).executeTakeFirstOrThrow();
  return { ...toDevice(row), sensors: await sensorsOf(db, deviceId) };
}

function selectDevices(db: Kysely<ControlSchema>) {
  return db
    .selectFrom("devices")
    .innerJoin("accounts", "accounts.id", "devices.account_id")
    .leftJoin("device_groups", "device_groups.id", "devices.group_id")
    .leftJoin("chains", "chains.id", "devices.chain_id")
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
      "devices.quarantine",
      "devices.quarantine_auto_since",
      "chains.uuid as chainUuid",
      "chains.name as chainName",
      "devices.expected_interval_s as expectedIntervalS",
      "devices.silence_alarm as silenceAlarm",
      "device_groups.expected_interval_s as groupIntervalS",
      "device_groups.silence_alarm as groupSilenceAlarm",
      "accounts.expected_interval_s as accountIntervalS",
      "accounts.silence_alarm as accountSilenceAlarm",
      "devices.token_created_at as tokenCreatedAt",
      "devices.created_at as createdAt",
      sql<number>`(SELECT count(*) FROM sensors WHERE device_id = devices.id)`.as("sensorCount"),
    ]);
}

type DeviceRow = Awaited<ReturnType<ReturnType<typeof selectDevices>["executeTakeFirstOrThrow"]>>;

function toDevice({
  accountUuid,
  accountName,
  chainUuid,
  chainName,
  enabled,
  quarantine,
  quarantine_auto_since,
  groupIntervalS,
  groupSilenceAlarm,
  accountIntervalS,
  accountSilenceAlarm,
  ...row
}: DeviceRow): Device {
  return {
    ...row,
    account: { uuid: accountUuid, name: accountName },
    chain: chainUuid === null || chainName === null ? null : { uuid: chainUuid, name: chainName },
    enabled: enabled === 1,
    quarantine: quarantine === 1,
    quarantineMode: modeOf({ quarantine, quarantine_auto_since }),
    expectations: {
      device: { expectedIntervalS: row.expectedIntervalS, silenceAlarm: row.silenceAlarm },
      group: { expectedIntervalS: groupIntervalS, silenceAlarm: groupSilenceAlarm },
      account: { expectedIntervalS: accountIntervalS, silenceAlarm: accountSilenceAlarm },
    },
  };
}
