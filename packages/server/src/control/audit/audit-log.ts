import type { ExpressionBuilder, Selectable } from "kysely";
import type { ControlData, ControlReader } from "../control.ts";
import type { ControlDialect } from "../control-dialect.ts";
import type { ControlSchema } from "../control-schema.ts";
import { inLowerCase } from "../people/in-lower-case.ts";
import type { AuditLogTable } from "../people-schema.ts";
import { currentAction, earlierSpellings } from "./earlier-actions.ts";

/** An entry of the audit log, which write-audit.ts writes. */
export interface AuditEntry {
  readonly id: number;
  /** Null if the entry concerns no account, such as a sign-in. */
  readonly accountId: number | null;
  readonly happenedAt: number;
  readonly actorKind: AuditLogTable["actor_kind"];
  readonly actor: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subject: string;
  /** Its name at that time; null if it has no name. */
  readonly subjectName: string | null;
  readonly source: string;
  readonly requestId: string;
  /** Null if there is none. A value that was too long is `{ cut: true, bytes, start }`. */
  readonly before: unknown;
  readonly after: unknown;
  /** False if the processor was asked and it is unknown whether it did it. */
  readonly isConfirmed: boolean;
}

interface AuditFilter {
  readonly actor?: string | undefined;
  /** An action, or the part before its dot for all actions of that kind. */
  readonly action?: string | undefined;
  readonly subjectKind?: string | undefined;
  /** Also finds actions on many subjects that include this one; for a device, also actions on its alarms. */
  readonly subject?: string | undefined;
  /** Microseconds since 1970, from `fromUs` (inclusive) to `toUs` (exclusive). */
  readonly fromUs?: number | undefined;
  readonly toUs?: number | undefined;
}

export interface AuditPageRequest {
  readonly filter?: AuditFilter;
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly beforeId?: number | undefined;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins; null if this is the last. A page may be short, or empty, and not the last. */
  readonly next: number | null;
}

/** How many entries a page looks at, so that a filter that matches nothing cannot hold up the server. */
const lookedAtMax = 20_000;

/** Returns what happened in an account, newest first. */
export async function listAudit(
  { db, dialect }: ControlReader,
  accountId: number,
  request: AuditPageRequest,
): Promise<AuditPage> {
  return readPage(dialect, () => db.selectFrom("audit_log").where("account_id", "=", accountId), request);
}

/**
 * Returns what concerns a person outside accounts, mainly sign-ins: their own actions, and attempts with their email address.
 * Entries from before the person existed are left out, because the address may have been somebody else's.
 */
export async function listAuditOfUser(
  { db, dialect }: ControlReader,
  user: { readonly uuid: string; readonly email: string; readonly createdAt: number },
  request: AuditPageRequest,
): Promise<AuditPage> {
  const email = inLowerCase(user.email);
  const ofUser = () =>
    db
      .selectFrom("audit_log")
      .where("account_id", "is", null)
      .where("happened_at", ">=", user.createdAt)
      .where(({ and, eb, fn, or }) =>
        or([
          and([eb("actor_kind", "=", "user"), eb(fn<string>("lower", ["actor"]), "=", email)]),
          and([eb("subject_kind", "=", "user"), eb("subject", "=", user.uuid)]),
          and([eb("subject_kind", "=", "user"), eb(fn<string>("lower", ["subject"]), "=", email)]),
        ]),
      );
  return readPage(dialect, ofUser, request, () => db.selectFrom("audit_log").where("account_id", "is", null));
}

type Entries = ReturnType<typeof entriesOf>;

function entriesOf(db: ControlData) {
  return db.selectFrom("audit_log").where("account_id", "is", null);
}

/** `all` are the entries to look at, `meant` the entries to find among them. */
async function readPage(
  dialect: ControlDialect,
  meant: () => Entries,
  { filter = {}, limit, beforeId = Number.MAX_SAFE_INTEGER }: AuditPageRequest,
  all: () => Entries = meant,
): Promise<AuditPage> {
  const furthest = await all()
    .select("id")
    .where("id", "<", beforeId)
    .orderBy("id", "desc")
    .offset(lookedAtMax - 1)
    .limit(1)
    .executeTakeFirst();
  let query = matching(dialect, meant(), filter).where("id", "<", beforeId);
  if (furthest !== undefined) query = query.where("id", ">=", furthest.id);
  const rows = await query
    .selectAll()
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const entries = rows.slice(0, limit).map(entryOf);
  if (rows.length > limit) return { entries, next: entries.at(-1)!.id };
  return { entries, next: furthest?.id ?? null };
}

function matching(
  dialect: ControlDialect,
  query: Entries,
  { actor, action, subjectKind, subject, fromUs, toUs }: AuditFilter,
): Entries {
  let matched = query;
  if (actor !== undefined) {
    matched = matched.where(({ eb, fn }) => eb(fn<string>("lower", ["actor"]), "=", actor.toLowerCase()));
  }
  if (action !== undefined) {
    // All texts that begin with "device." sort between it and "device/", because the slash follows the dot.
    matched = matched.where(({ and, eb, or }) =>
      or([
        eb("action", "in", [action, ...earlierSpellings(action)]),
        and([eb("action", ">=", `${action}.`), eb("action", "<", `${action}/`)]),
      ]),
    );
  }
  if (subjectKind !== undefined) matched = matched.where("subject_kind", "=", subjectKind);
  if (subject !== undefined) matched = matched.where(isAbout(dialect, subject));
  if (fromUs !== undefined) matched = matched.where("happened_at", ">=", fromUs);
  if (toUs !== undefined) matched = matched.where("happened_at", "<", toUs);
  return matched;
}

/** Actions on many subjects at once, whose entries list the devices and the alarms. */
const actionsOnMany = [
  "device.import",
  "device-import.show-tokens",
  "device.bulk-update",
  "device.bulk-apply-template",
  "device.follow-template",
  "alarm.acknowledge",
  "alarm.unacknowledge",
  "alarm.clear",
];

/** Matches actions on the subject alone, on many subjects including it, or on its alarms. */
function isAbout(dialect: ControlDialect, subject: string) {
  const among = ["devices", "alarms"].map((field) => dialect.jsonListHas("after", field, subject));
  return ({ and, eb, or }: ExpressionBuilder<ControlSchema, "audit_log">) =>
    or([eb("subject", "=", subject), and([eb("action", "in", actionsOnMany), or(among)])]);
}

function entryOf(row: Selectable<AuditLogTable>): AuditEntry {
  return {
    id: row.id,
    accountId: row.account_id,
    happenedAt: row.happened_at,
    actorKind: row.actor_kind,
    actor: row.actor,
    action: currentAction(row.action),
    subjectKind: row.subject_kind,
    subject: row.subject,
    subjectName: row.subject_name,
    source: row.source,
    requestId: row.request_id,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
    isConfirmed: row.confirmed === 1,
  };
}
