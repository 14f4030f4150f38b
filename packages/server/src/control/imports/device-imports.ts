import type { ImportState } from "@weir/protocol/closed-sets";
import { type Insertable, type Selectable, sql, type Updateable } from "kysely";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";
import type { DeviceImportTable } from "../import-schema.ts";

/** An import of devices and its progress. */
export interface DeviceImport {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly state: ImportState;
  /** UUID of the template of lines that name none; null for none. */
  readonly template: string | null;
  readonly deviceCount: number;
  /** How many devices of the file exist: the first ones. */
  readonly createdCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Everything but the file. */
const columns = [
  "id",
  "uuid",
  "account_id",
  "state",
  "template",
  "device_count",
  "created_count",
  "created_at",
  "updated_at",
] as const;

/** Within an account, imports of others are not found. */
export async function deviceImportByUuid(
  { db, accountId }: Pick<ControlReader, "db" | "accountId">,
  uuid: string,
): Promise<DeviceImport | undefined> {
  const found = await db
    .selectFrom("device_imports")
    .select(columns)
    .where("uuid", "=", uuid)
    .$if(accountId !== null, (imports) => imports.where("account_id", "=", accountId!))
    .executeTakeFirst();
  return found && toImport(found);
}

export async function deviceImportByKey(
  db: ControlData,
  accountId: number,
  key: string,
): Promise<DeviceImport | undefined> {
  const found = await db
    .selectFrom("device_imports")
    .select(columns)
    .where("account_id", "=", accountId)
    .where("file_key", "=", key)
    .executeTakeFirst();
  return found && toImport(found);
}

export async function readImportFileSize(db: ControlData, importId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom("device_imports")
    .select(sql<number>`length(file)`.as("bytes"))
    .where("id", "=", importId)
    .executeTakeFirstOrThrow();
  return Number(bytes);
}

export async function readImportFilePart(
  db: ControlData,
  importId: number,
  { from, bytes }: { readonly from: number; readonly bytes: number },
): Promise<Uint8Array> {
  const { part } = await db
    .selectFrom("device_imports")
    .select(sql<Uint8Array>`substr(file, ${sql.lit(from + 1)}, ${sql.lit(bytes)})`.as("part"))
    .where("id", "=", importId)
    .executeTakeFirstOrThrow();
  return part;
}

export async function insertDeviceImport(
  tx: ControlTransaction,
  values: Insertable<DeviceImportTable>,
): Promise<DeviceImport> {
  return toImport(
    await tx.insertInto("device_imports").values(values).returning(columns).executeTakeFirstOrThrow(),
  );
}

export async function updateDeviceImport(
  tx: ControlTransaction,
  importId: number,
  changes: Updateable<DeviceImportTable>,
): Promise<DeviceImport> {
  const changed = tx.updateTable("device_imports").set(changes).where("id", "=", importId);
  return toImport(await changed.returning(columns).executeTakeFirstOrThrow());
}

export async function deleteDeviceImport(tx: ControlTransaction, importId: number): Promise<void> {
  await tx.deleteFrom("device_imports").where("id", "=", importId).execute();
}

/** Deletes all but the newest imports of an account in this state. Their devices stay. */
export async function deleteSurplusDeviceImports(
  tx: ControlTransaction,
  accountId: number,
  { state, keptMax }: { readonly state: ImportState; readonly keptMax: number },
): Promise<void> {
  await tx
    .deleteFrom("device_imports")
    .where("account_id", "=", accountId)
    .where("state", "=", state)
    .where("id", "not in", (db) =>
      db
        .selectFrom("device_imports")
        .select("id")
        .where("account_id", "=", accountId)
        .where("state", "=", state)
        .orderBy("id", "desc")
        .limit(keptMax),
    )
    .execute();
}

/** A device of an import, as it is answered. */
interface ImportedDevice {
  readonly name: string;
  readonly uuid: string;
  readonly tokenSealed: Uint8Array;
}

/** Adds the created devices to the list of an import, from this position on. */
export async function insertImportedDevices(
  tx: ControlTransaction,
  importId: number,
  { position, deviceIds }: { readonly position: number; readonly deviceIds: readonly number[] },
): Promise<void> {
  const rows = deviceIds.map((device_id, index) => ({
    import_id: importId,
    position: position + index,
    device_id,
  }));
  await tx.insertInto("device_import_devices").values(rows).execute();
}

/** Returns devices that were created before, from this position on. Deleted ones are left out. */
export async function readImportedDevices(
  db: ControlData,
  importId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<ImportedDevice[]> {
  return db
    .selectFrom("device_import_devices")
    .innerJoin("devices", "devices.id", "device_import_devices.device_id")
    .select(["devices.name", "devices.uuid", "devices.token_sealed as tokenSealed"])
    .where("import_id", "=", importId)
    .where("position", ">=", from)
    .where("position", "<", to)
    .orderBy("position")
    .execute();
}

export async function forgetImportedDevices(tx: ControlTransaction, importId: number): Promise<void> {
  await tx.deleteFrom("device_import_devices").where("import_id", "=", importId).execute();
}

function toImport(row: Pick<Selectable<DeviceImportTable>, (typeof columns)[number]>): DeviceImport {
  return {
    id: row.id,
    uuid: row.uuid,
    accountId: row.account_id,
    state: row.state,
    template: row.template,
    deviceCount: row.device_count,
    createdCount: row.created_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
