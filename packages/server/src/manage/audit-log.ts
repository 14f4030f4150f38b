import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { ControlSchema } from "./control-schema.ts";
import type { ControlReader, ControlStore } from "./control-store.ts";
import type { AuditLogTable } from "./people-schema.ts";

/**
 * Who did what, when and from where. Entries are only ever added, and go from the oldest end: what is older than 400
 * days, and what is beyond the last million. Every new entry takes a few old ones along, so that no single one has to
 * wait for a large clean-up.
 */
export interface NewAuditEntry {
  /** Null where it is about no account, such as a sign-in. */
  readonly accountId: number | null;
  readonly actorKind: AuditLogTable["actor_kind"];
  readonly actor: string;
  readonly action: string;
  readonly subjectKind: string;
  readonly subject: string;
  readonly source: string;
  readonly requestId: string;
  /** Plain JSON, without secrets. */
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface AuditEntry extends Omit<NewAuditEntry, "before" | "after"> {
  readonly id: number;
  readonly happenedAt: number;
  /** Null where there is none. One that was too long is `{ cut: true, bytes, start }`. */
  readonly before: unknown;
  readonly after: unknown;
}

export interface AuditLimits {
  readonly ageMaxMs: number;
  readonly entriesMax: number;
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

export const auditLimits: AuditLimits = { ageMaxMs: 400 * 86_400_000, entriesMax: 1_000_000 };
export const auditJsonBytesMax = 16 * 1024;
/** A code unit takes at most three bytes in JSON that is written as a string again, so the cut form fits the limit. */
const cutCharsMax = 5000;
const textCharsMax = 500;
const prunedAtOnceMax = 20;
/** How many entries a page looks at, so that a filter that matches nothing cannot hold up the server. */
const lookedAtMax = 20_000;

export async function appendAudit(
  store: ControlStore,
  entry: NewAuditEntry,
  limits: AuditLimits = auditLimits,
): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("audit_log")
      .values({
        account_id: entry.accountId,
        happened_at: store.nowUs(),
        actor_kind: entry.actorKind,
        actor: shortened(entry.actor),
        action: shortened(entry.action),
        subject_kind: shortened(entry.subjectKind),
        subject: shortened(entry.subject),
        source: shortened(entry.source),
        request_id: shortened(entry.requestId),
        before: jsonWithinLimit(entry.before),
        after: jsonWithinLimit(entry.after),
      })
      .execute();
    await pruneSome(tx, store.nowUs(), limits);
  });
}

/** Removes a few entries that are past the limits, and says how many; zero when none of the oldest is. */
export async function pruneAudit(store: ControlStore, limits: AuditLimits = auditLimits): Promise<number> {
  return pruneSome(store.db, store.nowUs(), limits);
}

/** What happened in an account, the newest first. */
export async function listAudit(
  { db }: ControlReader,
  accountId: number,
  request: AuditPageRequest,
): Promise<AuditPage> {
  return readPage(() => db.selectFrom("audit_log").where("account_id", "=", accountId), request);
}

/**
 * What concerns a person outside accounts, above all sign-ins: done by them, or tried with their e-mail address. Nothing
 * from before they were there, when the address may have been another's.
 */
export async function listAuditOfUser(
  { db }: ControlReader,
  user: { readonly uuid: string; readonly email: string; readonly createdAt: number },
  request: AuditPageRequest,
): Promise<AuditPage> {
  const email = user.email.toLowerCase();
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
  return readPage(ofUser, request, () => db.selectFrom("audit_log").where("account_id", "is", null));
}

type Entries = ReturnType<typeof entriesOf>;

function entriesOf(db: Kysely<ControlSchema>) {
  return db.selectFrom("audit_log").where("account_id", "is", null);
}

/** `all` are the entries that have to be looked at to find those that are `meant`. */
async function readPage(
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
  let query = matching(meant(), filter).where("id", "<", beforeId);
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
  if (subject !== undefined) matched = matched.where(isAbout(subject));
  if (fromUs !== undefined) matched = matched.where("happened_at", ">=", fromUs);
  if (toUs !== undefined) matched = matched.where("happened_at", "<", toUs);
  return matched;
}

/** What is done to many at once, of which the entry tells the devices and the alarms. */
const actionsOnMany = ["device.bulk-update", "alarm.acknowledge", "alarm.unacknowledge", "alarm.clear"];

/** Done to it alone, to many of which it is one, or to alarms of it. */
function isAbout(subject: string) {
  const isAmongMany = sql<boolean>`(
    EXISTS (SELECT 1 FROM json_each(after, '$.devices') WHERE value = ${subject})
    OR EXISTS (SELECT 1 FROM json_each(after, '$.alarms') WHERE CAST(value AS TEXT) = ${subject}))`;
  return ({ and, eb, or }: ExpressionBuilder<ControlSchema, "audit_log">) =>
    or([eb("subject", "=", subject), and([eb("action", "in", actionsOnMany), isAmongMany])]);
}

/** Looks at the oldest few only. Ids grow with every entry, so that they count them. */
async function pruneSome(
  db: Kysely<ControlSchema>,
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

function entryOf(
  row: {
    [Column in keyof AuditLogTable]: Column extends "id" ? number : AuditLogTable[Column];
  },
): AuditEntry {
  return {
    id: row.id,
    accountId: row.account_id,
    happenedAt: row.happened_at,
    actorKind: row.actor_kind,
    actor: row.actor,
    action: row.action,
    subjectKind: row.subject_kind,
    subject: row.subject,
    source: row.source,
    requestId: row.request_id,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
  };
}
