import type { ImportFormat, ImportMode, ImportState } from "@weir/protocol/closed-sets";
import type { Insertable, Selectable, Updateable } from "kysely";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";
import type { ImportTable } from "../import-schema.ts";

/** An import and its progress. */
export interface ImportRecord {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly format: ImportFormat;
  readonly mode: ImportMode;
  readonly device: string | null;
  readonly sensor: string | null;
  readonly mapping: ColumnMapping;
  readonly fileKey: string | null;
  readonly state: ImportState;
  readonly receivedBytes: number;
  readonly lines: number;
  readonly accepted: number;
  readonly duplicates: number;
  /** The number of all problems; the first thousand are kept. */
  readonly problemCount: number;
  readonly header: readonly string[] | null;
  readonly carry: Uint8Array;
  readonly skipping: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Maps columns (CSV) or keys (NDJSON) to fields. */
export interface ColumnMapping {
  readonly device: string;
  readonly sensor: string;
  readonly at: string;
  readonly value: string;
  readonly metadata: string;
  readonly received_at: string;
  readonly device_at: string;
}

export interface LineProblem {
  readonly line: number;
  readonly reason: string;
}

/** Within an account, imports of others are not found. */
export async function importByUuid(
  { db, accountId }: Pick<ControlReader, "db" | "accountId">,
  uuid: string,
): Promise<ImportRecord | undefined> {
  const found = await db
    .selectFrom("imports")
    .selectAll()
    .where("uuid", "=", uuid)
    .$if(accountId !== null, (imports) => imports.where("account_id", "=", accountId!))
    .executeTakeFirst();
  return found && toRecord(found);
}

/** Newest first. */
export async function listImports({ db }: ControlReader, accountId: number): Promise<ImportRecord[]> {
  const own = db.selectFrom("imports").selectAll().where("account_id", "=", accountId);
  return (await own.orderBy("id", "desc").execute()).map(toRecord);
}

export async function openImports(db: ControlData, accountId: number): Promise<ImportRecord[]> {
  const own = db.selectFrom("imports").selectAll().where("account_id", "=", accountId);
  return (await own.where("state", "=", "open").execute()).map(toRecord);
}

/** Returns the kept problems of an import, in the order of the lines. */
export async function importProblems({ db }: ControlReader, importId: number): Promise<LineProblem[]> {
  return db
    .selectFrom("import_problems")
    .select(["line", "reason"])
    .where("import_id", "=", importId)
    .orderBy("line")
    .execute();
}

export async function insertImport(
  tx: ControlTransaction,
  values: Insertable<ImportTable>,
): Promise<ImportRecord> {
  return toRecord(await tx.insertInto("imports").values(values).returningAll().executeTakeFirstOrThrow());
}

/** How far an import has come since. */
export type ImportChanges = Updateable<ImportTable>;

/** Changes an open import whose progress still equals the record's; returns undefined otherwise. */
export async function advanceImport(
  tx: ControlTransaction,
  { id, receivedBytes }: ImportRecord,
  changes: ImportChanges,
): Promise<ImportRecord | undefined> {
  const row = await tx
    .updateTable("imports")
    .set(changes)
    .where("id", "=", id)
    .where("state", "=", "open")
    .where("received_bytes", "=", receivedBytes)
    .returningAll()
    .executeTakeFirst();
  return row && toRecord(row);
}

export async function insertImportProblems(
  tx: ControlTransaction,
  importId: number,
  problems: readonly LineProblem[],
): Promise<void> {
  if (problems.length === 0) return;
  const rows = problems.map(({ line, reason }) => ({ import_id: importId, line, reason }));
  await tx.insertInto("import_problems").values(rows).execute();
}

export async function deleteImport(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("imports").where("id", "=", id).execute();
}

/** Deletes all but the newest finished imports of an account. */
export async function deleteSurplusImports(
  tx: ControlTransaction,
  accountId: number,
  keptMax: number,
): Promise<void> {
  await tx
    .deleteFrom("imports")
    .where("account_id", "=", accountId)
    .where("state", "=", "finished")
    .where("id", "not in", (db) =>
      db
        .selectFrom("imports")
        .select("id")
        .where("account_id", "=", accountId)
        .where("state", "=", "finished")
        .orderBy("id", "desc")
        .limit(keptMax),
    )
    .execute();
}

function toRecord(row: Selectable<ImportTable>): ImportRecord {
  return {
    id: row.id,
    uuid: row.uuid,
    accountId: row.account_id,
    format: row.format,
    mode: row.mode,
    device: row.device,
    sensor: row.sensor,
    mapping: JSON.parse(row.mapping) as ColumnMapping,
    fileKey: row.file_key,
    state: row.state,
    receivedBytes: row.received_bytes,
    lines: row.lines,
    accepted: row.accepted,
    duplicates: row.duplicates,
    problemCount: row.problems,
    header: row.header === null ? null : (JSON.parse(row.header) as string[]),
    carry: row.carry,
    skipping: row.skipping === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
