import { z } from "zod";
import { accountParams, time } from "./device-forms.ts";
import { defineRoutes } from "./route.ts";

const path = "/accounts/{account}/secrets";
const secretParams = accountParams.extend({ secret: z.string().max(64).describe("The secret's name.") });

const secret = z
  .object({ name: z.string(), created_at: time.describe("When it got the value it has.") })
  .meta({ id: "Secret" });

export const secretRoutes = defineRoutes("Secrets", {
  listSecrets: {
    method: "GET",
    path,
    summary: "List the names of secrets",
    description:
      "Keys that sign webhooks and passwords of brokers, which rule chains name. An account has at most 100.",
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
        generate: z.literal(true).optional().describe("Makes a random key for webhooks instead."),
      })
      .refine(({ value, generate }) => (value === undefined) !== (generate === undefined), {
        message: "Give either value, or generate.",
        path: ["value"],
      }),
    answer: secret,
  },
  showSecret: {
    method: "GET",
    path: `${path}/{secret}`,
    summary: "Show a secret's value",
    description: "For owners. It is written to the audit log that it was shown.",
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
    description: "The one that signs webhooks can only be given a new value.",
    access: "editor",
    scope: "chains:write",
    params: secretParams,
    answer: null,
  },
});
