import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { defineRoutes } from "./route.ts";

export const accountDeletion = z
  .object({
    asked_at: z.string(),
    asked_by: z.string().describe("Email of the owner, or the user who ran the command."),
    due_at: z.string().describe("When the deletion begins. Until then an owner can cancel it."),
    begun: z.boolean().describe("Whether the deletion is under way and can no longer be cancelled."),
  })
  .meta({ id: "AccountDeletion" });

export const accountNameAgain = z
  .string()
  .max(200)
  .describe("The name of the account, typed again, so that the wrong one is not deleted by mistake.");

const description =
  "Everything in the account is deleted when `due_at` has passed (`account_deletion_days` after the request): devices, readings, " +
  "chains, boards, keys, links and members. Until then everything works as before and any owner can cancel. People who are members " +
  "of no other account are deleted with it. All owners are notified by email. The only account of a server cannot be deleted.";

export const accountDeletionRoutes = defineRoutes("Accounts and members", {
  showAccountDeletion: {
    method: "GET",
    path: "/accounts/{account}/deletion",
    summary: "Show what deleting the account would delete, and whether it was asked for",
    access: "owner",
    scope: null,
    params: accountParams,
    answer: z
      .object({
        deletion: accountDeletion.nullable().describe("Null if nobody has asked for it."),
        grace_days: z.number().int().describe("Days between the request and the deletion."),
        devices: z.number().int(),
        sensors: z.number().int(),
        people: z
          .array(z.string())
          .describe("Emails of members who are in no other account and would be deleted too."),
        last_export: z
          .object({ at: z.string(), by: z.string().describe("Email of the person, or name of the API key.") })
          .nullable()
          .describe(
            "The last time that all readings of the account were exported to the end in one file; null if the audit log knows of none. Exports within ten minutes count as one.",
          ),
        is_only_account: z
          .boolean()
          .describe("Whether the server has no other account; then it cannot be deleted."),
      })
      .meta({ id: "AccountDeletionPreview" }),
  },
  askAccountDeletion: {
    method: "POST",
    path: "/accounts/{account}/deletion",
    summary: "Ask for the deletion of an account",
    description,
    access: "owner",
    scope: null,
    proof: true,
    params: accountParams,
    body: z.strictObject({ name: accountNameAgain }),
    status: 201,
    answer: accountDeletion,
  },
  cancelAccountDeletion: {
    method: "DELETE",
    path: "/accounts/{account}/deletion",
    summary: "Cancel the deletion of an account",
    description: "Possible for any owner until the deletion begins.",
    access: "owner",
    scope: null,
    params: accountParams,
    answer: null,
  },
});
