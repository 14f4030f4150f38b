import type { HardwareState } from "@weir/protocol/closed-sets";
import type { Insertable, Updateable } from "kysely";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";
import type { HardwareIdTable } from "../provisioning-schema.ts";

/** A hardware id that asked for a device, and what became of it. */
export interface Hardware {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly hardwareId: string;
  readonly state: HardwareState;
  /** Null if the key was revoked, and for a device that was claimed from another account. */
  readonly key: { readonly id: number; readonly uuid: string; readonly name: string } | null;
  readonly device: HardwareDevice | null;
  readonly claimedAccountId: number | null;
  /** UUID of the maker's row whose claim created this one. */
  readonly claimedFrom: string | null;
  readonly tokenDue: boolean;
  /** When the device last got a token; null if it never did. */
  readonly tokenGivenAt: number | null;
  readonly nonceHash: Uint8Array | null;
  readonly name: string | null;
  readonly firmware: string | null;
  readonly source: string;
  readonly askedAt: number;
  readonly lastAskedAt: number;
  readonly decidedBy: string | null;
  readonly decidedAt: number | null;
}

interface HardwareDevice {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly templateId: number | null;
}

interface HardwareFilter {
  readonly state?: HardwareState | undefined;
  readonly keyUuid?: string | undefined;
  readonly deviceUuid?: string | undefined;
}

export async function hardwareIn(
  db: ControlData,
  accountId: number,
  by: { readonly hardwareId: string } | { readonly uuid: string } | { readonly deviceId: number },
): Promise<Hardware | null> {
  const rows = selectHardware(db, accountId);
  const row = await ("hardwareId" in by
    ? rows.where("hardware_ids.hardware_id", "=", by.hardwareId)
    : "uuid" in by
      ? rows.where("hardware_ids.uuid", "=", by.uuid)
      : rows.where("hardware_ids.device_id", "=", by.deviceId)
  ).executeTakeFirst();
  return row === undefined ? null : toHardware(row);
}

/** The newest first. */
export async function listHardware(
  { db }: Pick<ControlReader, "db">,
  accountId: number,
  filter: HardwareFilter,
  { beforeId, limit }: { readonly beforeId?: number | undefined; readonly limit: number },
): Promise<Hardware[]> {
  const { state, keyUuid, deviceUuid } = filter;
  const rows = await selectHardware(db, accountId)
    .$if(state !== undefined, (query) => query.where("hardware_ids.state", "=", state!))
    .$if(keyUuid !== undefined, (query) => query.where("provisioning_keys.uuid", "=", keyUuid!))
    .$if(deviceUuid !== undefined, (query) => query.where("devices.uuid", "=", deviceUuid!))
    .$if(beforeId !== undefined, (query) => query.where("hardware_ids.id", "<", beforeId!))
    .orderBy("hardware_ids.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(toHardware);
}

export async function countHardware(
  db: ControlData,
  accountId: number,
): Promise<Record<HardwareState, number>> {
  const rows = await db
    .selectFrom("hardware_ids")
    .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
    .where("account_id", "=", accountId)
    .groupBy("state")
    .execute();
  const counts = { waiting: 0, rejected: 0, provisioned: 0, claimed: 0 };
  for (const { state, count } of rows) counts[state] = count;
  return counts;
}

/** How many devices of an account wait, and how many of them came with this key. */
export async function countWaiting(
  db: ControlData,
  accountId: number,
  keyId: number,
): Promise<{ readonly ofAccount: number; readonly ofKey: number }> {
  return db
    .selectFrom("hardware_ids")
    .select(({ fn }) => [
      fn.countAll<number>().as("ofAccount"),
      fn.countAll<number>().filterWhere("key_id", "=", keyId).as("ofKey"),
    ])
    .where("account_id", "=", accountId)
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
}

export interface KeyUse {
  /** Devices and claims. */
  readonly devices: number;
  readonly waiting: number;
}

export async function usesOfKeys(db: ControlData, accountId: number): Promise<Map<number, KeyUse>> {
  const rows = await db
    .selectFrom("hardware_ids")
    .select(({ fn }) => ["key_id", "state", fn.countAll<number>().as("count")])
    .where("account_id", "=", accountId)
    .where("key_id", "is not", null)
    .groupBy(["key_id", "state"])
    .execute();
  const uses = new Map<number, KeyUse>();
  for (const { key_id, state, count } of rows) {
    const { devices, waiting } = uses.get(key_id!) ?? { devices: 0, waiting: 0 };
    const isDevice = state === "provisioned" || state === "claimed";
    uses.set(key_id!, {
      devices: devices + (isDevice ? count : 0),
      waiting: waiting + (state === "waiting" ? count : 0),
    });
  }
  return uses;
}

/** Counts the devices and claims of a key. */
export async function devicesOfKey(db: ControlData, keyId: number): Promise<number> {
  const { count } = await db
    .selectFrom("hardware_ids")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("key_id", "=", keyId)
    .where("state", "in", ["provisioned", "claimed"])
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertHardware(
  tx: ControlTransaction,
  row: Insertable<HardwareIdTable>,
): Promise<void> {
  await tx.insertInto("hardware_ids").values(row).execute();
}

export async function updateHardware(
  tx: ControlTransaction,
  id: number,
  columns: Updateable<HardwareIdTable>,
): Promise<void> {
  await tx.updateTable("hardware_ids").set(columns).where("id", "=", id).execute();
}

export async function deleteHardware(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("hardware_ids").where("id", "=", id).execute();
}

function selectHardware(db: ControlData, accountId: number) {
  return db
    .selectFrom("hardware_ids")
    .leftJoin("provisioning_keys", "provisioning_keys.id", "hardware_ids.key_id")
    .leftJoin("devices", "devices.id", "hardware_ids.device_id")
    .selectAll("hardware_ids")
    .select([
      ...(["provisioning_keys.uuid as keyUuid", "provisioning_keys.name as keyName"] as const),
      ...([
        "devices.uuid as deviceUuid",
        "devices.name as deviceName",
        "devices.enabled as isEnabled",
        "devices.template_id as templateId",
      ] as const),
    ])
    .where("hardware_ids.account_id", "=", accountId);
}

type HardwareRow = Awaited<ReturnType<ReturnType<typeof selectHardware>["executeTakeFirstOrThrow"]>>;

function toHardware(row: HardwareRow): Hardware {
  const { id, uuid, state, name, firmware, source } = row;
  const { keyUuid, keyName, deviceUuid, deviceName, isEnabled, templateId } = row;
  return {
    id,
    uuid,
    accountId: row.account_id,
    hardwareId: row.hardware_id,
    state,
    key: row.key_id === null ? null : { id: row.key_id, uuid: keyUuid!, name: keyName! },
    device:
      row.device_id === null
        ? null
        : { id: row.device_id, uuid: deviceUuid!, name: deviceName!, isEnabled: isEnabled === 1, templateId },
    claimedAccountId: row.claimed_account_id,
    claimedFrom: row.claimed_from,
    tokenDue: row.token_due === 1,
    tokenGivenAt: row.token_given_at,
    nonceHash: row.nonce_hash,
    name,
    firmware,
    source,
    askedAt: row.asked_at,
    lastAskedAt: row.last_asked_at,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  };
}
