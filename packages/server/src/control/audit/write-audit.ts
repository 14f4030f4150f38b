import type { Insertable } from "kysely";
import { readAccountUse } from "../account-use.ts";
import type { Control, ControlData } from "../control.ts";
import type { AuditLogTable } from "../people-schema.ts";
import { subjectNameOf } from "./audit-subject-name.ts";
import type { AuditedAction } from "./audited-action.ts";

/**
 * Writes who did what, when and from where. Entries are only ever added, and deleted from the oldest end: those older than 400
 * days, and those beyond the last million. Every new entry deletes a few old ones, so that no single one has to wait for a
 * large clean-up.
 *
 * `commitChange` writes the entry of a change in its transaction; `askAudited` writes that of a change which the processor
 * makes. `recordAction` is for actions that change nothing: sign-ins, refused sign-ins, and tokens and secrets that were shown.
 */
export interface AuditLimits {
  readonly ageMaxMs: number;
  readonly entriesMax: number;
}

export const auditLimits: AuditLimits = { ageMaxMs: 400 * 86_400_000, entriesMax: 1_000_000 };
export const auditJsonBytesMax = 16 * 1024;
/** A code unit takes at most three bytes in JSON within JSON, so the cut form fits the limit. */
const cutCharsMax = 5000;
const textCharsMax = 500;
const prunedAtOnceMax = 20;

/** Records an action that changes no control data, in its own transaction. */
export async function recordAction(control: Control, action: AuditedAction): Promise<void> {
  await control.transact((tx) => writeAudit(control, tx, [action]));
}

/** Records an action before it is requested. Resolves to the id of the entry. See ask-audited.ts. */
export async function writeUnconfirmed(control: Control, action: AuditedAction): Promise<number> {
  return control.transact(async (tx) => {
    const { id } = await tx
      .insertInto("audit_log")
      .values({ ...(await rowOf(control, tx, action)), confirmed: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await pruneSome(tx, control.nowUs(), auditLimits);
    if (action.accountId !== null) await pruneAccount(control, tx, action.accountId);
    return id;
  });
}

/** Completes an unconfirmed entry with the result of the action. */
export async function confirmAudit(control: Control, id: number, action: AuditedAction): Promise<void> {
  await control.transact(async (tx) => {
    const { account_id, subject, subject_name, before, after } = await rowOf(control, tx, action);
    await tx
      .updateTable("audit_log")
      .set({ account_id, subject, subject_name, before, after, confirmed: 1 })
      .where("id", "=", id)
      .where("confirmed", "=", 0)
      .execute();
  });
}

/** Deletes the unconfirmed entry of an action that has changed nothing. */
export async function withdrawAudit(control: Control, id: number): Promise<void> {
  await control.transact((tx) =>
    tx.deleteFrom("audit_log").where("id", "=", id).where("confirmed", "=", 0).execute(),
  );
}

/** Records actions within a transaction of control data. */
export async function writeAudit(
  control: Control,
  tx: ControlData,
  actions: readonly AuditedAction[],
  limits: AuditLimits = auditLimits,
): Promise<void> {
  if (actions.length === 0) return;
  const rows: Insertable<AuditLogTable>[] = [];
  for (const action of actions) rows.push(await rowOf(control, tx, action));
  await tx.insertInto("audit_log").values(rows).execute();
  await pruneSome(tx, control.nowUs(), limits);
  const accountIds = new Set(actions.map(({ accountId }) => accountId));
  for (const accountId of accountIds) if (accountId !== null) await pruneAccount(control, tx, accountId);
}

/** One account must not push out the entries of others. Every new entry deletes a few, so more are deleted than added. */
async function pruneAccount({ limits }: Control, tx: ControlData, accountId: number): Promise<void> {
  const { auditEntries } = await readAccountUse(tx, accountId);
  if (auditEntries <= limits.auditEntries) return;
  const oldest = tx
    .selectFrom("audit_log")
    .select("id")
    .where("account_id", "=", accountId)
    .orderBy("id")
    .limit(Math.min(auditEntries - limits.auditEntries, prunedAtOnceMax));
  await tx.deleteFrom("audit_log").where("id", "in", oldest).execute();
}

async function rowOf(
  { actor, nowUs }: Control,
  db: ControlData,
  action: AuditedAction,
): Promise<Insertable<AuditLogTable>> {
  const { kind, name } = action.by ?? actor;
  const subjectName = await subjectNameOf(db, action);
  return {
    account_id: action.accountId,
    happened_at: nowUs(),
    actor_kind: kind,
    actor: shortened(name),
    action: shortened(action.action),
    subject_kind: shortened(action.subjectKind),
    subject: shortened(action.subject),
    subject_name: subjectName === null ? null : shortened(subjectName),
    source: shortened(actor.source),
    request_id: shortened(actor.requestId),
    before: jsonWithinLimit(action.before),
    after: jsonWithinLimit(action.after),
  };
}

/** Deletes a few entries that are past the limits. Resolves to how many, zero if the oldest ones are within them. */
export async function pruneAudit(control: Control, limits: AuditLimits = auditLimits): Promise<number> {
  return control.transact((tx) => pruneSome(tx, control.nowUs(), limits));
}

/** Looks only at the few oldest entries. Ids grow with every entry, so their difference counts them. */
async function pruneSome(
  db: ControlData,
  nowUs: number,
  { ageMaxMs, entriesMax }: AuditLimits,
): Promise<number> {
  const newest = await db
    .selectFrom("audit_log")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return 0;
  const oldest = await db
    .selectFrom("audit_log")
    .select(["id", "happened_at"])
    .orderBy("id")
    .limit(prunedAtOnceMax)
    .execute();
  const past = oldest
    .filter((row) => row.id <= newest.id - entriesMax || row.happened_at < nowUs - ageMaxMs * 1000)
    .map(({ id }) => id);
  if (past.length > 0) await db.deleteFrom("audit_log").where("id", "in", past).execute();
  return past.length;
}

function jsonWithinLimit(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  if (bytes <= auditJsonBytesMax) return json;
  return JSON.stringify({ cut: true, bytes, start: json.slice(0, cutCharsMax).toWellFormed() });
}

function shortened(text: string): string {
  return text.slice(0, textCharsMax).toWellFormed();
}
