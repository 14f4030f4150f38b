import { z } from "zod";
import { accountParams } from "./account-params.ts";
import {
  chain,
  chainBodyBytesMax,
  chainDefinition,
  chainName,
  chainParams,
  chainProblem,
  chainVersion,
} from "./chain-forms.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const draft = z
  .object({ revision: z.number().int(), updated_at: z.string(), definition: chainDefinition })
  .meta({ id: "ChainDraft" });

const chainDetails = chain
  .extend({
    definition: chainDefinition.nullable().describe("Of the published version."),
    draft: draft.nullable(),
    kept_versions: z.array(chainVersion).describe("The newest first."),
  })
  .meta({ id: "ChainDetails" });

const listQuery = pageQuery.extend({
  search: z.string().max(200).optional().describe("A part of the name."),
  sort: z.enum(["name", "created"]).default("name"),
});

const path = "/accounts/{account}/chains/{chain}";

export const chainRoutes = defineRoutes("Rule chains", {
  listChains: {
    method: "GET",
    path: "/accounts/{account}/chains",
    summary: "List chains",
    access: "viewer",
    scope: "chains:read",
    params: accountParams,
    query: listQuery,
    answer: pageOf(chain),
  },
  createChain: {
    method: "POST",
    path: "/accounts/{account}/chains",
    summary: "Create a chain",
    description:
      "It starts with a draft: the given definition, or else a chain that saves every reading. Publish and assign it to send readings through it.",
    access: "editor",
    scope: "chains:write",
    params: accountParams,
    body: z.strictObject({ name: chainName, definition: chainDefinition.optional() }),
    bodyBytesMax: chainBodyBytesMax,
    takesChain: true,
    status: 201,
    answer: chainDetails,
    versioned: true,
  },
  showChain: {
    method: "GET",
    path,
    summary: "Show a chain with its definition, draft and versions",
    access: "viewer",
    scope: "chains:read",
    params: chainParams,
    answer: chainDetails,
    versioned: true,
  },
  renameChain: {
    method: "PATCH",
    path,
    summary: "Rename a chain",
    access: "editor",
    scope: "chains:write",
    params: chainParams,
    body: z.strictObject({ name: chainName }),
    answer: chainDetails,
    versioned: true,
  },
  deleteChain: {
    method: "DELETE",
    path,
    summary: "Delete a chain that is not in use, with its draft and versions",
    access: "editor",
    scope: "chains:write",
    params: chainParams,
    answer: null,
    versioned: true,
  },
  showDraft: {
    method: "GET",
    path: `${path}/draft`,
    summary: "Show the draft of a chain",
    description: "Its ETag is the revision of the draft. Send it as If-Match with the next change.",
    access: "viewer",
    scope: "chains:read",
    params: chainParams,
    answer: draft,
    versioned: true,
  },
  saveDraft: {
    method: "PUT",
    path: `${path}/draft`,
    summary: "Create or replace the draft of a chain",
    description:
      "Readings are not affected. If there is already a draft, If-Match with its ETag is required (428 without it, 412 if someone else was faster). Only the structure must be valid: a draft with problems can be saved.",
    access: "editor",
    scope: "chains:write",
    params: chainParams,
    body: chainDefinition,
    bodyBytesMax: chainBodyBytesMax,
    takesChain: true,
    answer: draft,
    versioned: true,
  },
  discardDraft: {
    method: "DELETE",
    path: `${path}/draft`,
    summary: "Discard the draft of a chain",
    access: "editor",
    scope: "chains:write",
    params: chainParams,
    answer: null,
    versioned: true,
  },
  validateChain: {
    method: "POST",
    path: `${path}/validate`,
    summary: "Check a definition or the draft for problems",
    description: "Nothing is saved.",
    access: "viewer",
    scope: "chains:read",
    params: chainParams,
    body: z.strictObject({
      definition: chainDefinition.optional().describe("Left out: the stored draft."),
    }),
    bodyBytesMax: chainBodyBytesMax,
    takesChain: true,
    answer: z.object({
      publishable: z.boolean(),
      problems: z.array(chainProblem).describe("Errors first, then warnings."),
    }),
  },
});
