import { z } from "zod";
import { scopeNotes, scopes } from "./access.ts";
import { accountParams } from "./account-params.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const scope = z.enum(scopes);

const apiKey = z
  .object({
    uuid: z.uuid(),
    name: z.string(),
    start: z.string().describe("The first characters of the key, to tell keys apart."),
    scopes: z.array(scope),
    created_by: z.string().describe("Email of the person who created it."),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable().describe("To the minute; null if it was never used."),
  })
  .meta({ id: "ApiKey" });

const issuedApiKey = apiKey
  .extend({ key: z.string().describe("The key itself. It is shown only once.") })
  .meta({ id: "IssuedApiKey" });

const newApiKey = z.strictObject({
  name: z.string().trim().min(1).max(200).describe("Unique within the account."),
  scopes: z
    .array(scope)
    .min(1)
    .max(scopes.length)
    .refine((given) => new Set(given).size === given.length, "must not name a scope twice")
    .describe(
      Object.entries(scopeNotes)
        .map(([name, note]) => `\`${name}\`: ${note}`)
        .join(" "),
    ),
  expires_in_days: z.number().int().min(1).max(3650).nullable().default(null).describe("Null: never."),
});

export const apiKeyRoutes = defineRoutes("API keys", {
  listApiKeys: {
    method: "GET",
    path: "/accounts/{account}/api-keys",
    summary: "List API keys",
    description: "Without the keys themselves, oldest first. Expired keys stay until they are revoked.",
    access: "owner",
    scope: null,
    params: accountParams,
    query: pageQuery,
    answer: pageOf(apiKey),
  },
  createApiKey: {
    method: "POST",
    path: "/accounts/{account}/api-keys",
    summary: "Create an API key",
    description: "The answer contains the key, only this once. An account can have at most 100 keys.",
    access: "owner",
    scope: null,
    proof: true,
    params: accountParams,
    body: newApiKey,
    status: 201,
    answer: issuedApiKey,
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/accounts/{account}/api-keys/{key}",
    summary: "Revoke an API key",
    description: "After the answer, requests with this key are refused.",
    access: "owner",
    scope: null,
    params: accountParams.extend({ key: z.uuid() }),
    answer: null,
  },
});
