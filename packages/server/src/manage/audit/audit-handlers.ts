import type { auditRoutes } from "@weir/protocol/manage/audit-routes";
import { listAudit, listAuditOfUser } from "../../control/audit/audit-log.ts";
import { placeSubjects } from "../../control/audit/audit-subject-places.ts";
import { findUserById } from "../../control/people/users.ts";
import { callingUser } from "../core/calling-user.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { auditPageJson, readAuditRequest } from "./audit-page.ts";

export const auditHandlers: HandlersOf<typeof auditRoutes> = {
  async listAudit({ control, account }, { query }) {
    const read = readAuditRequest(query);
    if (!read.ok) return read;
    const page = await listAudit(control, account.id, read.value);
    return succeed(auditPageJson(page, await placeSubjects(control, account.id, page.entries)));
  },

  async listOwnAudit(context, { query }) {
    const read = readAuditRequest(query);
    if (!read.ok) return read;
    const user = await findUserById(context.control.db, callingUser(context).userId);
    if (user === undefined) return succeed({ items: [], next: null });
    const { uuid, email, created_at: createdAt } = user;
    const page = await listAuditOfUser(context.control, { uuid, email, createdAt }, read.value);
    return succeed(auditPageJson(page));
  },
};
