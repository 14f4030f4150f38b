import type { Insertable } from "kysely";
import type { Control, ControlData } from "../control.ts";
import type { AuditLogTable } from "../people-schema.ts";
import { subjectNameOf } from "./audit-subject-name.ts";
import type { AuditedAction } from "./audited-action.ts";
import { pruneAccount, pruneExpired } from "./prune-audit.ts";

/**
 * Writes who did what, when and from where. Entries are only ever added, and deleted from the oldest end. Every new entry
 * deletes a few expired ones, and a few of its account past the account's limit, so that no single one has to wait for a
 * large clean-up. `prune-audit.ts` does the rest.
 *
 * `commitChange` writes the entry of a change in its transaction; `askAudited` writes that of a change which the processor
 * makes. `recordAction` is for actions that change nothing: sign-ins, refused sign-ins, and tokens and secrets that were shown.
 */
export const auditJsonBytesMax = 16 * 1024;
/** A code unit takes at most three bytes in JSON within JSON, so the cut form fits the limit together with the devices. */
const cutCharsMax = 4000;
/** How much of a cut form the devices may take that were changed at once. Those of one change take half of it. */
const devicesBytesMax = 4096 - 64;
const textCharsMax = 500;

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
    await pruneAfter(control, tx, [action]);
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
): Promise<void> {
  if (actions.length === 0) return;
  const rows: Insertable<AuditLogTable>[] = [];
  for (const action of actions) rows.push(await rowOf(control, tx, action));
  await tx.insertInto("audit_log").values(rows).execute();
  await pruneAfter(control, tx, actions);
}

async function pruneAfter(
  control: Control,
  tx: ControlData,
  actions: readonly AuditedAction[],
): Promise<void> {
  await pruneExpired(tx, control.nowUs());
  const accountIds = new Set(actions.map(({ accountId }) => accountId));
  for (const accountId of accountIds) if (accountId !== null) await pruneAccount(control, tx, accountId);
}

async function rowOf(
  { actor, nowUs }: Control,
  db: ControlData,
  action: AuditedAction,
): Promise<Insertable<AuditLogTable>> {
  const { kind, name, source, requestId } = { ...actor, ...action.by };
  const isPrivate = action.isPrivate === true;
  const subjectName = isPrivate ? null : (action.subjectName ?? (await subjectNameOf(db, action)));
  return {
    account_id: action.accountId,
    happened_at: nowUs(),
    actor_kind: kind,
    actor: shortened(name),
    action: shortened(action.action),
    subject_kind: shortened(action.subjectKind),
    subject: shortened(action.subject),
    subject_name: subjectName === null ? null : shortened(subjectName),
    source: shortened(source),
    request_id: shortened(requestId),
    before: isPrivate ? null : jsonWithinLimit(action.before),
    after: isPrivate ? null : jsonWithinLimit(action.after),
  };
}

function jsonWithinLimit(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const json = JSON.stringify(value);
  const bytes = Buffer.byteLength(json);
  if (bytes <= auditJsonBytesMax) return json;
  const start = json.slice(0, cutCharsMax).toWellFormed();
  return JSON.stringify({ cut: true, bytes, start, devices: devicesOf(value) });
}

/** The devices that were changed at once, by which the audit log finds the entry even if the rest was cut. */
function devicesOf(value: object): unknown {
  const devices = "devices" in value ? value.devices : undefined;
  const isShort = Array.isArray(devices) && Buffer.byteLength(JSON.stringify(devices)) <= devicesBytesMax;
  return isShort ? devices : undefined;
}

function shortened(text: string): string {
  return text.slice(0, textCharsMax).toWellFormed();
}
