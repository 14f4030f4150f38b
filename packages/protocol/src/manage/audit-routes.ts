import { z } from "zod";
import { actorKinds } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

export const auditEntry = z
  .object({
    id: z.number().int(),
    happened_at: z.string(),
    actor_kind: z.enum(actorKinds),
    actor: z.string().describe("Email of the person, name of the API key, or the user who ran the command."),
    action: z.string().describe("As in device.update."),
    subject_kind: z.string(),
    subject: z.string().describe("UUID, name or id of the object; for several objects, how many."),
    subject_name: z
      .string()
      .nullable()
      .describe(
        "Name of the object at the time, even if it has since been renamed or deleted. A sensor is listed with its device: Freezer 7 / Temperature. Null if it has no name.",
      ),
    subject_device: z
      .string()
      .nullable()
      .describe("UUID of the device, or of the sensor's device, if it still exists."),
    subject_chain: z.string().nullable().describe("UUID of the rule chain, if it still exists."),
    source: z.string().describe("The address of the client."),
    request_id: z.string(),
    before: z
      .unknown()
      .describe(
        "The previous values; null if that does not apply. More than 16 KiB is cut: { cut, bytes, start }.",
      ),
    after: z.unknown().describe("The new values."),
    confirmed: z
      .boolean()
      .describe("False if the processor did not answer, so the action may or may not have been done."),
  })
  .meta({ id: "AuditEntry" });

const instant = z.iso
  .datetime()
  .max(40)
  .describe("ISO 8601 in UTC, such as 2026-06-01T12:00:00Z.")
  .optional();

export const auditQuery = pageQuery.extend({
  actor: z.string().max(254).optional(),
  action: z.string().max(100).optional().describe("An action, or the part before its dot, such as device."),
  subject_kind: z.string().max(100).optional(),
  subject: z
    .string()
    .max(500)
    .optional()
    .describe(
      "UUID, name, or id of an alarm. Also finds actions on several objects that include it and, for a device, actions on its alarms.",
    ),
  from: instant,
  to: instant,
});

const description =
  "Newest first. Entries are kept for 400 days. With a filter, a page may be short without being the last, so continue while there is a `next`.";

export const auditRoutes = defineRoutes("Audit log", {
  listAudit: {
    method: "GET",
    path: "/accounts/{account}/audit",
    summary: "List the audit log of an account",
    description,
    access: "editor",
    scope: "account:read",
    params: accountParams,
    query: auditQuery,
    answer: pageOf(auditEntry),
  },
  listOwnAudit: {
    method: "GET",
    path: "/session/audit",
    summary: "List your own sign-ins",
    description: `Includes failed attempts with your email address and changes of your password. ${description}`,
    access: "signed-in",
    scope: null,
    query: auditQuery,
    answer: pageOf(auditEntry),
  },
});
