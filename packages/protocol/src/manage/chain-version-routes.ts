import { z } from "zod";
import { accountParams } from "./account-params.ts";
import {
  chainBodyBytesMax,
  chainDefinition,
  chainDiff,
  chainName,
  chainParams,
  chainSelector,
  chainVersion,
  chainWarning,
  whichVersion,
} from "./chain-forms.ts";
import { leadsReadings } from "./leads-readings.ts";
import { defineRoutes } from "./route.ts";

const published = z
  .object({
    chain: z.object({ uuid: z.string(), name: z.string() }),
    version: z.number().int(),
    note: z.string(),
    warnings: z.array(chainWarning),
    diff: chainDiff
      .nullable()
      .describe("Compared with the previously published version; null if there was none."),
  })
  .meta({ id: "PublishedChain" });

const exportedChain = z
  .object({
    format: z.literal("weir-chain", 'must be "weir-chain", as in a chain exported from Weir'),
    version: z.literal(1),
    name: z.string(),
    definition: chainDefinition,
  })
  .meta({ id: "ExportedChain" });

const note = z.string().max(500).default("");
const versionNumber = z.coerce.number().int().min(1).max(1_000_000_000);
const path = "/accounts/{account}/chains/{chain}";

export const chainVersionRoutes = defineRoutes("Rule chains", {
  diffChain: {
    method: "GET",
    path: `${path}/diff`,
    summary: "Compare two definitions of a chain",
    access: "viewer",
    scope: "chains:read",
    params: chainParams,
    query: z.object({ from: whichVersion.default("live"), to: whichVersion.default("draft") }),
    answer: chainDiff,
  },
  publishChain: {
    method: "POST",
    path: `${path}/publish`,
    summary: "Publish the draft of a chain",
    description:
      "Once this is answered, new readings go through it. With If-Match, only that revision of the draft is published.",
    access: "editor",
    scope: { allOf: ["chains:write", "readings:read"] },
    params: chainParams,
    body: z.strictObject({ note }),
    status: 201,
    answer: published,
    versioned: true,
  },
  rollBackChain: {
    method: "POST",
    path: `${path}/rollback`,
    summary: "Publish a copy of an earlier version",
    description: "The draft is not changed.",
    access: "editor",
    scope: { allOf: ["chains:write", "readings:read"] },
    params: chainParams,
    body: z.strictObject({ version: z.number().int().min(1) }),
    status: 201,
    answer: published,
  },
  listChainVersions: {
    method: "GET",
    path: `${path}/versions`,
    summary: "List the versions of a chain, the newest first",
    description: "The last 100 versions are kept and fit in one answer.",
    access: "viewer",
    scope: "chains:read",
    params: chainParams,
    answer: z.object({ items: z.array(chainVersion), next: z.null() }),
  },
  showChainVersion: {
    method: "GET",
    path: `${path}/versions/{version}`,
    summary: "Show a version of a chain",
    access: "viewer",
    scope: "chains:read",
    params: chainParams.extend({ version: versionNumber }),
    answer: chainVersion.extend({ definition: chainDefinition }),
  },
  exportChain: {
    method: "GET",
    path: `${path}/export`,
    summary: "Export a chain, to import it elsewhere or keep it under version control",
    access: "viewer",
    scope: "chains:read",
    params: chainParams,
    query: z.object({ version: whichVersion.default("live") }),
    answer: exportedChain,
  },
  importChain: {
    method: "POST",
    path: "/accounts/{account}/chains/import",
    summary: "Import an exported chain",
    description:
      "As a new chain, or as the draft of the chain given with `into`. If that chain has a draft, If-Match is required. With `publish`, it is imported and published together, or not at all.",
    access: "editor",
    scope: "chains:write",
    params: accountParams,
    body: z.strictObject({
      chain: exportedChain.strict(),
      name: chainName.optional().describe("Name of a new chain, instead of the name in the export."),
      into: chainSelector.optional(),
      publish: leadsReadings(z.strictObject({ note })).optional(),
    }),
    bodyBytesMax: chainBodyBytesMax,
    takesChain: true,
    status: 201,
    answer: z.object({
      chain: z.object({ uuid: z.string(), name: z.string() }),
      published: published.nullable(),
    }),
  },
});
