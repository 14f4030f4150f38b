import type { AuditedAction } from "../../../control/audit/audited-action.ts";
import type { ControlReader, ControlStore, ControlTransaction } from "../../../control/control-store.ts";
import { type ImportRecord, importByUuid } from "../../../control/imports/imports.ts";
import { type Changed, commitChange } from "../../commit-change.ts";

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

/** As the audit log has it. */
export function actionOnImport(action: string, record: ImportRecord): AuditedAction {
  const { uuid, accountId, format, mode, device, sensor, state } = record;
  const { lines, accepted, duplicates, problemCount: problems } = record;
  const after = { format, mode, device, sensor, state, lines, accepted, duplicates, problems };
  return { accountId, action, subjectKind: "import", subject: uuid, after };
}

/** Changes imports and enters it in the audit log, in one transaction. A running server does not work by them. */
export function commitImport<T>(
  store: ControlStore,
  work: (tx: ControlTransaction) => Promise<ImportResult<Omit<Changed<T>, "changes">>>,
): Promise<ImportResult<T>> {
  const done = commitChange<T>(store, async (tx) => {
    const changed = await work(tx);
    // A refusal goes through commitChange as it is, whatever its code.
    return changed.ok ? { ok: true, value: { ...changed.value, changes: [] } } : (changed as never);
  });
  return done as Promise<ImportResult<T>>;
}

/** Within an account, imports of others are as unknown as ones that never were. */
export async function findImport(store: ControlReader, uuid: string): Promise<ImportResult<ImportRecord>> {
  const found = await importByUuid(store, uuid);
  if (found === undefined) return refuseImport("unknown_import", `There is no import "${uuid}".`);
  return { ok: true, value: found };
}
