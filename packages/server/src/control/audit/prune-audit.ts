import { readAccountUse } from "../account-use.ts";
import type { Control, ControlData } from "../control.ts";

export interface AuditLimits {
  readonly ageMaxMs: number;
  /** Of all accounts together. */
  readonly entriesMax: number;
}

export const auditLimits: AuditLimits = { ageMaxMs: 400 * 86_400_000, entriesMax: 1_000_000 };
const prunedAtOnceMax = 20;

/**
 * Deletes a few entries that are past a limit. Expired ones go first, then those without an account, of which there may be
 * as many as of an account. If all accounts together are past their limit, the tenant with the most entries loses some. So
 * no tenant can push out the entries of others. Resolves to how many were deleted, zero if there is nothing left to delete.
 * `control` must reach every account.
 */
export async function pruneAudit(control: Control, limits: AuditLimits = auditLimits): Promise<number> {
  return control.transact(async (tx) => {
    const expired = await pruneExpired(tx, control.nowUs(), limits.ageMaxMs);
    if (expired > 0) return expired;
    const ofNobody = await pruneNobodys(tx, control.limits.auditEntries);
    return ofNobody > 0 ? ofNobody : pruneLargest(tx, limits.entriesMax);
  });
}

/** Looks only at the few oldest entries. */
export async function pruneExpired(
  db: ControlData,
  nowUs: number,
  ageMaxMs: number = auditLimits.ageMaxMs,
): Promise<number> {
  const oldest = await db
    .selectFrom("audit_log")
    .select(["id", "happened_at"])
    .orderBy("id")
    .limit(prunedAtOnceMax)
    .execute();
  const expired = oldest.filter((row) => row.happened_at < nowUs - ageMaxMs * 1000).map(({ id }) => id);
  if (expired.length > 0) await db.deleteFrom("audit_log").where("id", "in", expired).execute();
  return expired.length;
}

/** Every new entry deletes a few, so more are deleted than added. */
export async function pruneAccount({ limits }: Control, tx: ControlData, accountId: number): Promise<void> {
  const { auditEntries } = await readAccountUse(tx, accountId);
  if (auditEntries > limits.auditEntries)
    await pruneOldest(tx, accountId, auditEntries - limits.auditEntries);
}

/** Entries that concern no account, such as sign-ins, which strangers can cause. */
async function pruneNobodys(db: ControlData, entriesMax: number): Promise<number> {
  if (!Number.isFinite(entriesMax)) return 0;
  const past = await db
    .selectFrom("audit_log")
    .select("id")
    .where("account_id", "is", null)
    .orderBy("id", "desc")
    .offset(entriesMax)
    .limit(1)
    .executeTakeFirst();
  return past === undefined ? 0 : pruneOldest(db, null, prunedAtOnceMax, past.id);
}

async function pruneLargest(db: ControlData, entriesMax: number): Promise<number> {
  const uses = await db
    .selectFrom("account_use")
    .leftJoin("accounts", "accounts.id", "account_use.account_id")
    .leftJoin("account_deletions", "account_deletions.account_id", "account_use.account_id")
    .select(["account_use.account_id as accountId", "audit_entries as entries"])
    .select(({ fn }) =>
      fn
        .coalesce("accounts.tenant_id", "account_deletions.tenant_id", "account_use.account_id")
        .as("tenantId"),
    )
    .where("audit_entries", ">", 0)
    .execute();
  const sum = (of: readonly { readonly entries: number }[]) =>
    of.reduce((entries, use) => entries + use.entries, 0);
  const excess = sum(uses) - entriesMax;
  if (excess <= 0) return 0;
  const tenants = [...Map.groupBy(uses, (use) => use.tenantId).values()];
  const [largest] = tenants.toSorted((a, b) => sum(b) - sum(a));
  const [account] = largest!.toSorted((a, b) => b.entries - a.entries);
  return pruneOldest(db, account!.accountId, excess);
}

/** Deletes the oldest entries of an account, or of nobody: this many, but only a few at a time, up to `lastId`. */
async function pruneOldest(
  db: ControlData,
  accountId: number | null,
  count: number,
  lastId: number = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const oldest = await db
    .selectFrom("audit_log")
    .select("id")
    .where("account_id", accountId === null ? "is" : "=", accountId)
    .where("id", "<=", lastId)
    .orderBy("id")
    .limit(Math.min(count, prunedAtOnceMax))
    .execute();
  const ids = oldest.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom("audit_log").where("id", "in", ids).execute();
  return ids.length;
}
