import type { auditRoutes } from "@weir/protocol/manage/audit-routes";
import type { InputOf } from "@weir/protocol/manage/route";
import type { Result } from "@weir/protocol/result";
import { z } from "zod";
import {
  type AuditEntry,
  type AuditPage,
  type AuditPageRequest,
  listAudit,
  listAuditOfUser,
} from "../../control/audit/audit-log.ts";
import { placeSubjects, type SubjectPlace } from "../../control/audit/audit-subject-places.ts";
import { findUserById } from "../../control/people/users.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { ProblemDetails } from "../../web/api-answer.ts";
import { callingUser } from "../../web/calling-user.ts";
import type { HandlersOf } from "../../web/handler.ts";
import { readRange } from "../../web/reading-range.ts";
import { readCursor, writeCursor } from "../../web/record-cursor.ts";
import { succeed } from "../manage-error.ts";

const idKey = z.number().int();

export const auditHandlers: HandlersOf<typeof auditRoutes> = {
  async listAudit({ control, account }, { query }) {
    const read = readRequest(query);
    if (!read.ok) return read;
    const page = await listAudit(control, account.id, read.value);
    return succeed(pageJson(page, await placeSubjects(control, account.id, page.entries)));
  },

  async listOwnAudit(context, { query }) {
    const read = readRequest(query);
    if (!read.ok) return read;
    const user = await findUserById(context.control.db, callingUser(context).userId);
    if (user === undefined) return succeed({ items: [], next: null });
    const { uuid, email, created_at: createdAt } = user;
    const page = await listAuditOfUser(context.control, { uuid, email, createdAt }, read.value);
    return succeed(pageJson(page));
  },
};

type AuditQuery = InputOf<(typeof auditRoutes)["listAudit"]>["query"];

function readRequest(query: AuditQuery): Result<AuditPageRequest, ProblemDetails> {
  const before = readCursor(query.cursor, idKey);
  if (!before.ok) return before;
  const read = readRange(query);
  if (!read.ok) return read;
  const { actor, action, subject_kind: subjectKind, subject, limit } = query;
  const range = { fromUs: read.value.fromUs ?? undefined, toUs: read.value.toUs ?? undefined };
  const filter = { actor, action, subjectKind, subject, ...range };
  return succeed({ filter, limit, beforeId: before.value });
}

const noPlace: SubjectPlace = { device: null, chain: null };

function pageJson(
  { entries, next }: AuditPage,
  placeOf: (entry: AuditEntry) => SubjectPlace = () => noPlace,
) {
  return {
    items: entries.map((entry) => entryJson(entry, placeOf(entry))),
    next: next === null ? null : writeCursor(next),
  };
}

function entryJson(entry: AuditEntry, place: SubjectPlace) {
  return {
    id: entry.id,
    happened_at: formatMicros(entry.happenedAt),
    actor_kind: entry.actorKind,
    actor: entry.actor,
    action: entry.action,
    subject_kind: entry.subjectKind,
    subject: entry.subject,
    subject_name: entry.subjectName,
    subject_device: place.device,
    subject_chain: place.chain,
    source: entry.source,
    request_id: entry.requestId,
    before: entry.before,
    after: entry.after,
    confirmed: entry.isConfirmed,
  };
}
