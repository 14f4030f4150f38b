import type { chainVersionRoutes } from "@weir/protocol/manage/chain-version-routes";
import { exportChain, importChain } from "../manage/chain-exchange.ts";
import { type PublishedVersion, publishChain, rollBackChain } from "../manage/chain-publishing.ts";
import { diffVersions, getDefinition, listVersions } from "../manage/chain-versions.ts";
import { findChain } from "../manage/find-chain.ts";
import { refuse } from "../manage/manage-error.ts";
import type { AccountContext } from "./api-context.ts";
import { audit } from "./audit.ts";
import { definitionToJson, diffToJson, publishedToJson, versionToJson } from "./chain-json.ts";
import { chainRefusal, expectedRevision, revisionToReplace } from "./chain-revision.ts";
import type { HandlersOf } from "./handler.ts";

const subjectKind = "chain";

export const chainVersionHandlers: HandlersOf<typeof chainVersionRoutes> = {
  async diffChain({ control }, { params, query }) {
    const diff = await diffVersions(control, params.chain, query);
    return diff.ok ? { ok: true, value: diffToJson(diff.value) } : diff;
  },

  async publishChain(context, { params, body }) {
    const options = { note: body.note, expectedRevision: expectedRevision(context.request) };
    const published = await publishChain(context.control, params.chain, options);
    if (!published.ok) return chainRefusal(published.error);
    await auditVersion(context, "chain.publish", published.value);
    return { ok: true, value: publishedToJson(published.value) };
  },

  async rollBackChain(context, { params, body }) {
    const published = await rollBackChain(context.control, params.chain, body.version);
    if (!published.ok) return published;
    await auditVersion(context, "chain.rollback", published.value);
    return { ok: true, value: publishedToJson(published.value) };
  },

  async listChainVersions({ control }, { params }) {
    const versions = await listVersions(control, params.chain);
    if (!versions.ok) return versions;
    return { ok: true, value: { items: versions.value.map(versionToJson), next: null } };
  },

  async showChainVersion({ control }, { params }) {
    const versions = await listVersions(control, params.chain);
    if (!versions.ok) return versions;
    const kept = versions.value.find(({ version }) => version === params.version);
    if (kept === undefined) return refuse("unknown_version", `The chain has no version ${params.version}.`);
    const definition = await getDefinition(control, params.chain, params.version);
    if (!definition.ok) return definition;
    return { ok: true, value: { ...versionToJson(kept), definition: definitionToJson(definition.value) } };
  },

  async exportChain({ control }, { params, query }) {
    const exported = await exportChain(control, params.chain, query.version);
    if (!exported.ok) return exported;
    return {
      ok: true,
      value: { ...exported.value, definition: definitionToJson(exported.value.definition) },
    };
  },

  async importChain(context, { body }) {
    const { control, request, account } = context;
    const { chain: json, name, into, publish } = body;
    let revision: number | undefined;
    if (into !== undefined) {
      const found = await findChain(control, control.db, into);
      if (!found.ok) return found;
      const replaced = revisionToReplace(request, found.value);
      if (!replaced.ok) return replaced;
      revision = replaced.revision;
    }
    const given = { accountId: account.id, json, into, name, publish, expectedRevision: revision };
    const imported = await importChain(control, given);
    if (!imported.ok) return chainRefusal(imported.error);
    const { chain, published } = imported.value;
    const after = { name: chain.name, version: published?.version ?? null };
    await audit(context, { action: "chain.import", subjectKind, subject: chain.uuid, after });
    const told = { uuid: chain.uuid, name: chain.name };
    return {
      ok: true,
      value: { chain: told, published: published === null ? null : publishedToJson(published) },
    };
  },
};

/** Not the definition: addresses and headers in it may hold what is better not copied. */
async function auditVersion(
  context: AccountContext,
  action: string,
  { chain, version, note, diff }: PublishedVersion,
): Promise<void> {
  const nodes =
    diff === null
      ? null
      : {
          added: diff.nodesAdded.map(({ id }) => id),
          removed: diff.nodesRemoved.map(({ id }) => id),
          changed: diff.nodesChanged.map(({ nodeId }) => nodeId),
        };
  await audit(context, { action, subjectKind, subject: chain.uuid, after: { version, note, nodes } });
}
