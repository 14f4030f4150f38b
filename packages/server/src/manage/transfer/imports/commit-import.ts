import type { AuditedAction } from "../../../control/audit/audited-action.ts";
import type { Control, ControlReader, ControlTransaction } from "../../../control/control.ts";
import { type ImportRecord, importByUuid } from "../../../control/imports/imports.ts";
import { type Changed, commitChange } from "../../core/commit-change.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";

/** The import in the audit log. */
export function actionOnImport(action: string, record: ImportRecord): AuditedAction {
  const { uuid, accountId, format, mode, device, sensor, state } = record;
  const { lines, accepted, duplicates, problemCount: problems } = record;
  const after = { format, mode, device, sensor, state, lines, accepted, duplicates, problems };
  return { accountId, action, subjectKind: "import", subject: uuid, after };
}

/** Changes imports and records it in the audit log, in one transaction. A running server need not reload anything. */
export function commitImport<T>(
  control: Control,
  work: (tx: ControlTransaction) => Promise<Result<Omit<Changed<T>, "changes">>>,
): Promise<Result<T>> {
  return commitChange<T>(control, async (tx) => {
    const changed = await work(tx);
    return changed.ok ? succeed({ ...changed.value, changes: [] }) : changed;
  });
}

/** Within an account, imports of others are unknown. */
export async function findImport(control: ControlReader, uuid: string): Promise<Result<ImportRecord>> {
  const found = await importByUuid(control, uuid);
  if (found === undefined) return refuse("unknown_import", `There is no import "${uuid}".`);
  return succeed(found);
}
