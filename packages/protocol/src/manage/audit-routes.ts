import { z } from "zod";
import { actorKinds } from "../closed-sets.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const auditEntry = z
  .object({
    id: z.number().int(),
    happened_at: z.string(),
    actor_kind: z.enum(actorKinds),
    actor: z.string().describe("E-mail of the person, name of the API key, or who ran the command."),
    action: z.string().describe("As in device.update."),
    subject_kind: z.string(),
    subject: z.string().describe("UUID, name or id of what it was done to; of several, how many."),
    subject_name: z
      .string()
      .nullable()
      .describe(
        "What it was called when it was done, also where it was renamed or deleted since. Of a sensor with its device: Freezer 7 / Temperature. Null where it has no name.",
      ),
    subject_device: z
      .string()
      .nullable()
      .describe("UUID of the device that it is, or that the sensor belongs to, if it still exists."),
    subject_chain: z.string().nullable().describe("UUID of the rule chain that it is, if it still exists."),
    source: z.string().describe("The address it was done from."),
    request_id: z.string(),
    before: z
      .unknown()
      .describe(
        "What it was; null where that does not apply. More than 16 KiB is cut: { cut, bytes, start }.",
      ),
    after: z.unknown().describe("What it became."),
    confirmed: z
      .boolean()
      .describe("False where the processor was asked to do it and did not answer: it may have been done."),
  })
  .meta({ id: "AuditEntry" });

const instant = z.iso.datetime().max(40).describe("ISO 8601 in UTC, as in 2026-06-01T12:00:00Z.").optional();

const auditQuery = pageQuery.extend({
  actor: z.string().max(254).optional(),
  action: z.string().max(100).optional().describe("An action, or what is before its dot: device."),
  subject_kind: z.string().max(100).optional(),
  subject: z
    .string()
    .max(500)
    .optional()
    .describe(
      "UUID, name, or id of an alarm. Also finds what was done to many of which it is one, and of a device what was done to its alarms.",
    ),
  from: instant,
  to: instant,
});

const description =
  "The newest first. Entries are kept for 400 days. With a filter, a page may be short and not be the last: go on while there is a `next`.";

export const auditRoutes = defineRoutes("Audit log", {
  listAudit: {
    method: "GET",
    path: "/accounts/{account}/audit",
    summary: "List what was done in an account",
    description,
    access: "editor",
    scope: "account:read",
    params: z.object({ account: z.uuid() }),
    query: auditQuery,
    answer: pageOf(auditEntry),
  },
  listOwnAudit: {
    method: "GET",
    path: "/session/audit",
    summary: "List your own sign-ins",
    description: `Also tries with your e-mail address, and changes of your password. ${description}`,
    access: "signed-in",
    scope: null,
    query: auditQuery,
    answer: pageOf(auditEntry),
  },
});
