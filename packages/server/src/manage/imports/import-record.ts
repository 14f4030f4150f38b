import type { Kysely, Selectable } from "kysely";
import type { AuditedAction } from "../../control/audit/audited-action.ts";
import type { ControlReader, ControlStore } from "../../control/control-store.ts";
import type { ImportSchema, ImportTable } from "../../control/import-schema.ts";
import { type Changed, commitChange } from "../commit-change.ts";
import type { ColumnMapping, LineProblem } from "./portion-reader.ts";

/** An import as far as it has come. */
export interface ImportRecord {
  readonly id: number;
  readonly uuid: string;
  readonly accountId: number;
  readonly format: "csv" | "ndjson";
  readonly mode: "chain" | "store";
  readonly device: string | null;
  readonly sensor: string | null;
  readonly mapping: ColumnMapping;
  readonly state: "open" | "finished";
  readonly receivedBytes: number;
  readonly lines: number;
  readonly accepted: number;
  readonly duplicates: number;
  /** All of them; the first thousand are kept. */
  readonly problemCount: number;
  readonly header: readonly string[] | null;
  readonly carry: Uint8Array;
  readonly skipping: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type ImportErrorCode =
  | "bad_import"
  | "import_finished"
  | "too_many_imports"
  | "unknown_import"
  | "wrong_offset";

export interface ImportRefusal {
  readonly ok: false;
  readonly error: {
    readonly code: ImportErrorCode;
    readonly message: string;
    /** Of a wrong offset: the right one. */
    readonly offset?: number;
  };
}

export type ImportResult<T> = { readonly ok: true; readonly value: T } | ImportRefusal;

export function refuseImport(code: ImportErrorCode, message: string, offset?: number): ImportRefusal {
  return { ok: false, error: offset === undefined ? { code, message } : { code, message, offset } };
}

/** The control data with the tables of imports. */
export function importsIn({ db }: Pick<ControlReader, "db">): Kysely<ImportSchema> {
  return db as unknown as Kysely<ImportSchema>;
}

/** As the audit log has it. */
export function actionOnImport(action: string, record: ImportRecord): AuditedAction {
  const { uuid, accountId, format, mode, device, sensor, state } = record;
  const { lines, accepted, duplicates, problemCount: problems } = record;
  const after = { format, mode, device, sensor, state, lines, accepted, duplicates, problems };
  return { accountId, action, subjectKind: "import", subject: uuid, after };
}

/**
 * Changes imports and enters it in the audit log, in one transaction, on which the store that the work is given runs. A
 * running server does not work by them.
 */
export function commitImport<T>(
  store: ControlStore,
  work: (store: ControlStore) => Promise<ImportResult<Omit<Changed<T>, "changes">>>,
): Promise<ImportResult<T>> {
  const done = commitChange<T>(store, async (tx) => {
    const changed = await work({ ...store, db: tx });
    // A refusal goes through commitChange as it is, whatever its code.
    return changed.ok ? { ok: true, value: { ...changed.value, changes: [] } } : (changed as never);
  });
  return done as Promise<ImportResult<T>>;
}

/** Within an account, imports of others are as unknown as ones that never were. */
export async function findImport(store: ControlReader, uuid: string): Promise<ImportResult<ImportRecord>> {
  const found = await importsIn(store)
    .selectFrom("imports")
    .selectAll()
    .where("uuid", "=", uuid)
    .executeTakeFirst();
  const isWithin = store.accountId === null || store.accountId === found?.account_id;
  if (found === undefined || !isWithin)
    return refuseImport("unknown_import", `There is no import "${uuid}".`);
  return { ok: true, value: toRecord(found) };
}

/** The kept problems of an import, in order of the lines. */
export async function importProblems(store: ControlReader, importId: number): Promise<LineProblem[]> {
  return importsIn(store)
    .selectFrom("import_problems")
    .select(["line", "reason"])
    .where("import_id", "=", importId)
    .orderBy("line")
    .execute();
}

export function toRecord(row: Selectable<ImportTable>): ImportRecord {
  return {
    id: row.id,
    uuid: row.uuid,
    accountId: row.account_id,
    format: row.format,
    mode: row.mode,
    device: row.device,
    sensor: row.sensor,
    mapping: JSON.parse(row.mapping) as ColumnMapping,
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
