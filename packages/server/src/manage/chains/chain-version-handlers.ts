import type { chainVersionRoutes } from "@weir/protocol/manage/chain-version-routes";
import { findChain } from "../core/find-chain.ts";
import type { HandlersOf } from "../core/handler.ts";
import { refuse, succeed } from "../core/manage-error.ts";
import { exportChain, importChain } from "./chain-exchange.ts";
import { definitionToJson, diffToJson, maySeeSecrets, publishedToJson, versionToJson } from "./chain-json.ts";
import { publishChain, rollBackChain } from "./chain-publishing.ts";
import { chainRefusal, expectedRevision, revisionToReplace } from "./chain-revision.ts";
import { diffVersions, getDefinition, listVersions } from "./chain-versions.ts";
import { withoutDiffSecrets } from "./secrets/chain-secrets.ts";

export const chainVersionHandlers: HandlersOf<typeof chainVersionRoutes> = {
  async diffChain(context, { params, query }) {
    const diff = await diffVersions(context.control, params.chain, query);
    if (!diff.ok) return diff;
    const shown = maySeeSecrets(context) ? diff.value : withoutDiffSecrets(diff.value);
    return succeed(diffToJson(shown));
  },

  async publishChain(context, { params, body }) {
    const options = { note: body.note, expectedRevision: expectedRevision(context.request) };
    const published = await publishChain(context.control, params.chain, options);
    if (!published.ok) return chainRefusal(published.error);
    return succeed(publishedToJson(published.value));
  },

  async rollBackChain(context, { params, body }) {
    const published = await rollBackChain(context.control, params.chain, body.version);
    return published.ok ? succeed(publishedToJson(published.value)) : published;
  },

  async listChainVersions({ control }, { params }) {
    const versions = await listVersions(control, params.chain);
    if (!versions.ok) return versions;
    return succeed({ items: versions.value.map(versionToJson), next: null });
  },

  async showChainVersion(context, { params }) {
    const { control } = context;
    const versions = await listVersions(control, params.chain);
    if (!versions.ok) return versions;
    const kept = versions.value.find(({ version }) => version === params.version);
    if (kept === undefined) return refuse("unknown_version", `The chain has no version ${params.version}.`);
    const definition = await getDefinition(control, params.chain, params.version);
    if (!definition.ok) return definition;
    return succeed({ ...versionToJson(kept), definition: definitionToJson(definition.value, context) });
  },

  async exportChain(context, { params, query }) {
    const exported = await exportChain(context.control, params.chain, query.version);
    if (!exported.ok) return exported;
    return succeed({ ...exported.value, definition: definitionToJson(exported.value.definition, context) });
  },

  async importChain({ control, request, account }, { body }) {
    const { chain: json, name, into, publish } = body;
    let revision: number | undefined;
    if (into !== undefined) {
      const found = await findChain(control, control.db, into);
      if (!found.ok) return found;
      const replaced = revisionToReplace(request, found.value);
      if (!replaced.ok) return replaced;
      revision = replaced.value;
    }
    const given = { accountId: account.id, json, into, name, publish, expectedRevision: revision };
    const imported = await importChain(control, given);
    if (!imported.ok) return chainRefusal(imported.error);
    const { chain, published } = imported.value;
    const named = { uuid: chain.uuid, name: chain.name };
    return succeed({ chain: named, published: published === null ? null : publishedToJson(published) });
  },
};
