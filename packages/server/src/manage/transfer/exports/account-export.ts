import type { ExportFormat } from "@weir/protocol/closed-sets";
import { type AuditEntry, listAudit } from "../../../control/audit/audit-log.ts";
import type { ControlReader } from "../../../control/control.ts";
import type { AccountContext } from "../../core/api-context.ts";
import { audit } from "../../core/audit-request.ts";

const action = "account.export";
/** Exports that follow sooner are not recorded, so that nobody can fill the audit log with them. */
const recordedEveryUs = 600_000_000;

/** Passes an export of all readings of the account on, and records it in the audit log when it was taken to its end. */
export async function* recordedExport(
  pieces: AsyncIterable<Uint8Array>,
  context: AccountContext,
  format: ExportFormat,
): AsyncGenerator<Uint8Array> {
  yield* pieces;
  const { account, control } = context;
  const last = await lastAccountExport(control, account.id);
  if (last !== null && control.nowUs() - last.happenedAt < recordedEveryUs) return;
  await audit(context, { action, subjectKind: "account", subject: account.uuid, after: { format } });
}

/** The last complete export of all readings that the audit log knows of. */
export async function lastAccountExport(
  control: ControlReader,
  accountId: number,
): Promise<AuditEntry | null> {
  const { entries } = await listAudit(control, accountId, { filter: { action }, limit: 1 });
  return entries[0] ?? null;
}
