import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

const path = "/accounts/{account}/secrets";
const secretParams = accountParams.extend({ secret: z.string().max(64).describe("The secret's name.") });

const secret = z
  .object({ name: z.string(), created_at: time.describe("When its value was last set.") })
  .meta({ id: "Secret" });

export const secretRoutes = defineRoutes("Secrets", {
  listSecrets: {
    method: "GET",
    path,
    summary: "List the names of secrets",
    description:
      "Keys that sign webhooks and passwords of brokers, which rule chains refer to by name. An account can have at most 100.",
    access: "viewer",
    scope: "chains:read",
    params: accountParams,
    answer: z.object({ items: z.array(secret), next: z.null() }),
  },
  setSecret: {
    method: "PUT",
    path: `${path}/{secret}`,
    summary: "Create a secret, or change its value",
    access: "editor",
    scope: "chains:write",
    params: secretParams,
    body: z
      .strictObject({
        value: z.string().optional().describe("1 to 4096 characters."),
        generate: z.literal(true).optional().describe("Generates a random key for webhooks instead."),
      })
      .refine(({ value, generate }) => (value === undefined) !== (generate === undefined), {
        message: "Give either value or generate.",
        path: ["value"],
      }),
    answer: secret,
  },
  showSecret: {
    method: "GET",
    path: `${path}/{secret}`,
    summary: "Show a secret's value",
    description: "For owners. Showing a secret is recorded in the audit log.",
    access: "owner",
    scope: null,
    proof: true,
    params: secretParams,
    answer: secret.extend({ value: z.string() }).meta({ id: "ShownSecret" }),
  },
  removeSecret: {
    method: "DELETE",
    path: `${path}/{secret}`,
    summary: "Remove a secret",
    description: "The secret that signs webhooks cannot be removed, only changed.",
    access: "editor",
    scope: "chains:write",
    params: secretParams,
    answer: null,
  },
});
