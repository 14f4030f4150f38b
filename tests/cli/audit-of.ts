import { unwrap } from "@weir/protocol/result";
import { type AuditEntry, listAudit } from "../../packages/server/src/control/audit/audit-log.ts";
import { openControlReader } from "../../packages/server/src/control/sqlite/open-sqlite-control.ts";
import { findAccount } from "../../packages/server/src/manage/accounts/accounts.ts";

/** The audit log of an account, the oldest first. */
export async function auditOf(dataDir: string, account: string): Promise<AuditEntry[]> {
  const control = openControlReader(dataDir);
  try {
    const found = unwrap(await findAccount(control, account));
    const { entries } = await listAudit(control, found.id, { limit: 100 });
    return entries.toReversed();
  } finally {
    await control.close();
  }
}
