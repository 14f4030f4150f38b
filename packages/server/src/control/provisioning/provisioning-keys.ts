import type { ProvisioningAdmission } from "@weir/protocol/closed-sets";
import type { Insertable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { ProvisioningKeyTable } from "../provisioning-schema.ts";

/** A key with which devices create themselves from a template. */
export interface ProvisioningKey {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly name: string;
  readonly start: string;
  readonly template: { readonly id: number; readonly uuid: string; readonly name: string };
  readonly admission: ProvisioningAdmission;
  readonly mayRepeat: boolean;
  readonly deviceLimit: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/** By name. */
export async function provisioningKeysOf(db: ControlData, accountId: number): Promise<ProvisioningKey[]> {
  const rows = await selectKeys(db)
    .where("provisioning_keys.account_id", "=", accountId)
    .orderBy("provisioning_keys.name")
    .execute();
  return rows.map(toKey);
}

export async function provisioningKeyIn(
  db: ControlData,
  accountId: number,
  uuid: string,
): Promise<ProvisioningKey | null> {
  const row = await selectKeys(db)
    .where("provisioning_keys.account_id", "=", accountId)
    .where("provisioning_keys.uuid", "=", uuid)
    .executeTakeFirst();
  return row === undefined ? null : toKey(row);
}

export async function provisioningKeyById(db: ControlData, id: number): Promise<ProvisioningKey | null> {
  const row = await selectKeys(db).where("provisioning_keys.id", "=", id).executeTakeFirst();
  return row === undefined ? null : toKey(row);
}

/** Finds a key by the hash of its text, in any account. Returns null if it has expired. */
export async function openProvisioningKey(
  db: ControlData,
  hash: Uint8Array,
  nowUs: number,
): Promise<ProvisioningKey | null> {
  const row = await selectKeys(db)
    .where("key_hash", "=", hash)
    .where(({ or, eb }) => or([eb("expires_at", "is", null), eb("expires_at", ">", nowUs)]))
    .executeTakeFirst();
  return row === undefined ? null : toKey(row);
}

export async function insertProvisioningKey(
  tx: ControlTransaction,
  row: Insertable<ProvisioningKeyTable>,
): Promise<void> {
  await tx.insertInto("provisioning_keys").values(row).execute();
}

export async function noteKeyUse(tx: ControlTransaction, id: number, usedAt: number): Promise<void> {
  await tx.updateTable("provisioning_keys").set({ last_used_at: usedAt }).where("id", "=", id).execute();
}

/** Deletes the key with its claim codes and the devices that wait with it. */
export async function deleteProvisioningKey(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("hardware_ids").where("key_id", "=", id).where("state", "=", "waiting").execute();
  await tx.deleteFrom("provisioning_keys").where("id", "=", id).execute();
}

function selectKeys(db: ControlData) {
  return db
    .selectFrom("provisioning_keys")
    .innerJoin("device_templates", "device_templates.id", "template_id")
    .selectAll("provisioning_keys")
    .select(["device_templates.uuid as templateUuid", "device_templates.name as templateName"]);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>["executeTakeFirstOrThrow"]>>;

function toKey(row: KeyRow): ProvisioningKey {
  const { id, uuid, name, admission } = row;
  return {
    id,
    uuid,
    accountId: row.account_id,
    name,
    start: row.key_start,
    admission,
    template: { id: row.template_id, uuid: row.templateUuid, name: row.templateName },
    mayRepeat: row.may_repeat === 1,
    deviceLimit: row.device_limit,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
