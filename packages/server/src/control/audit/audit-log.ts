import type { ExpressionBuilder, Selectable } from "kysely";
import type { ControlData, ControlReader } from "../control.ts";
import type { ControlDialect } from "../control-dialect.ts";
import type { ControlSchema } from "../control-schema.ts";
import { inLowerCase } from "../people/in-lower-case.ts";
import type { AuditLogTable } from "../people-schema.ts";

/** Reads the audit log, which write-audit.ts writes. */
export interface AuditEntry {
  readonly id: number;
  /** Null where it is about no account, such as a sign-in. */
  readonly accountId: number | null;
  readonly happenedAt: number;
  readonly actorKind: AuditLogTable["actor_kind"];
  readonly actor: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subject: string;
  /** What it was called then; null where it has no name. */
  readonly subjectName: string | null;
  readonly source: string;
  readonly requestId: string;
  /** Null where there is none. One that was too long is `{ cut: true, bytes, start }`. */
  readonly before: unknown;
  readonly after: unknown;
  /** False where it was asked of the processor and nobody knows whether it was done. */
  readonly isConfirmed: boolean;
}

export interface AuditFilter {
  readonly actor?: string | undefined;
  /** An action, or the part before its dot for all of that kind. */
  readonly action?: string | undefined;
  readonly subjectKind?: string | undefined;
  /** Also what was done to many of which it is one; of a device, also what was done to its alarms. */
  readonly subject?: string | undefined;
  /** Microseconds since 1970, from the first on and before the second. */
  readonly fromUs?: number | undefined;
  readonly toUs?: number | undefined;
}

export interface AuditPageRequest {
  readonly filter?: AuditFilter;
  readonly limit: number;
  /** The `next` of the page before. */
  readonly beforeId?: number | undefined;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Where the next page begins; null when this is the last. A page may be short, or empty, and not the last. */
  readonly next: number | null;
}

/** How many entries a page looks at, so that a filter that matches nothing cannot hold up the server. */
const lookedAtMax = 20_000;

/** What happened in an account, the newest first. */
export async function listAudit(
  { db, dialect }: ControlReader,
  accountId: number,
  request: AuditPageRequest,
): Promise<AuditPage> {
  return readPage(dialect, () => db.selectFrom("audit_log").where("account_id", "=", accountId), request);
}

/**
 * What concerns a person outside accounts, above all sign-ins: done by them, or tried with their email address. Nothing
 * from before they were there, when the address may have been another's.
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

/** `all` are the entries that have to be looked at to find those that are `meant`. */
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
    // All texts that begin with "device." sort from there up to "device/", because the slash follows the dot.
    matched = matched.where(({ and, eb, or }) =>
      or([
        eb("action", "=", action),
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

/** What is done to many at once, of which the entry tells the devices and the alarms. */
const actionsOnMany = ["device.bulk-update", "alarm.acknowledge", "alarm.unacknowledge", "alarm.clear"];

/** Done to it alone, to many of which it is one, or to alarms of it. */
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
    action: row.action,
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
