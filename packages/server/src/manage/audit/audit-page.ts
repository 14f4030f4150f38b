import type { auditRoutes } from "@weir/protocol/manage/audit-routes";
import type { InputOf } from "@weir/protocol/manage/route";
import type { Result } from "@weir/protocol/result";
import { z } from "zod";
import type { AuditEntry, AuditPage, AuditPageRequest } from "../../control/audit/audit-log.ts";
import type { SubjectPlace } from "../../control/audit/audit-subject-places.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { ProblemDetails } from "../../web/api-answer.ts";
import { readRange } from "../../web/reading-range.ts";
import { readCursor, writeCursor } from "../../web/record-cursor.ts";
import { succeed } from "../core/manage-error.ts";

const idKey = z.number().int();

type AuditQuery = InputOf<(typeof auditRoutes)["listAudit"]>["query"];

export function readAuditRequest(query: AuditQuery): Result<AuditPageRequest, ProblemDetails> {
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

export function auditPageJson(
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
