import { z } from "zod";
import { scopes } from "./access.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const accountParams = z.object({ account: z.uuid() });
const scope = z.enum(scopes);

const apiKey = z
  .object({
    uuid: z.uuid(),
    name: z.string(),
    start: z.string().describe("The first characters of the key, to tell keys apart."),
    scopes: z.array(scope),
    created_by: z.string().describe("E-mail of the person who made it."),
    created_at: z.string(),
    expires_at: z.string().nullable(),
    last_used_at: z.string().nullable().describe("To the minute; null when it was never used."),
  })
  .meta({ id: "ApiKey" });

const issuedApiKey = apiKey
  .extend({ key: z.string().describe("The key itself. It is shown this once and cannot be shown again.") })
  .meta({ id: "IssuedApiKey" });

const newApiKey = z.strictObject({
  name: z.string().trim().min(1).max(200).describe("Unique within the account."),
  scopes: z
    .array(scope)
    .min(1)
    .max(scopes.length)
    .refine((given) => new Set(given).size === given.length, "must not name a scope twice"),
  expires_in_days: z.number().int().min(1).max(3650).nullable().default(null).describe("Null: never."),
});

export const apiKeyRoutes = defineRoutes("API keys", {
  listApiKeys: {
    method: "GET",
    path: "/accounts/{account}/api-keys",
    summary: "List API keys",
    description: "Without the keys themselves. The oldest first; expired ones stay until they are revoked.",
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
    description: "The answer has the key, this once. An account can have at most 100.",
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
    description: "No request that comes after the answer is let through with it.",
    access: "owner",
    scope: null,
    params: accountParams.extend({ key: z.uuid() }),
    answer: null,
  },
});
