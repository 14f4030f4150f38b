import { z } from "zod";
import { accountDeletion, accountNameAgain } from "./account-deletion-routes.ts";
import { auditEntry, auditQuery } from "./audit-routes.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const forOperator = { access: "operator", scope: null } as const;

const deletedAccount = z
  .object({
    uuid: z.uuid(),
    name: z.string(),
    asked_by: z.string(),
    asked_at: z.string(),
    due_at: z.string(),
    begun_at: z.string().nullable(),
    ended_at: z
      .string()
      .nullable()
      .describe("When everything was gone; null if the deletion is not finished."),
  })
  .meta({ id: "DeletedAccount" });

/** What the operator does about accounts that are deleted, with commands on the server's own machine. */
export const operatorDeletionRoutes = defineRoutes("Operator", {
  deleteAccountNow: {
    ...forOperator,
    method: "POST",
    path: "/operator/deletions",
    summary: "Delete an account without waiting for the days in which owners could cancel",
    body: z.strictObject({ account: z.uuid(), name: accountNameAgain }),
    status: 201,
    answer: accountDeletion,
  },
  listDeletedAccounts: {
    ...forOperator,
    method: "GET",
    path: "/operator/deletions",
    summary: "List the accounts that were deleted or are about to be",
    description: "Latest request first. Deleted accounts are listed for 400 days.",
    query: pageQuery,
    answer: pageOf(deletedAccount),
  },
  listDeletedAudit: {
    ...forOperator,
    method: "GET",
    path: "/operator/deletions/{deleted}/audit",
    summary: "List the audit log of a deleted account",
    description: "Newest first. Entries are kept for 400 days.",
    params: z.object({ deleted: z.uuid().describe("UUID that the account had.") }),
    query: auditQuery,
    answer: pageOf(auditEntry),
  },
});
