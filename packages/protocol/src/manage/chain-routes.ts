import { z } from "zod";
import {
  accountParams,
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
      "It begins with a draft: the definition given, else a chain that saves every reading. It applies to nothing before it is published and assigned.",
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
    description: "Its ETag is the revision of the draft, which the next change gives back as If-Match.",
    access: "viewer",
    scope: "chains:read",
    params: chainParams,
    answer: draft,
    versioned: true,
  },
  saveDraft: {
    method: "PUT",
    path: `${path}/draft`,
    summary: "Begin or replace the draft of a chain",
    description:
      "Readings do not notice. Where there is a draft already, If-Match with its ETag is needed (428 without, 412 when somebody was quicker). Only the shape must be right: a draft may be kept while it is still wrong.",
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
    summary: "Tell what is wrong with a definition, or with the draft",
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
