import type { chainRoutes } from "@weir/protocol/manage/chain-routes";
import { z } from "zod";
import type { ChainDraft } from "../../control/chains/chain-changes.ts";
import { formatMicros } from "../../platform/instant.ts";
import { readCursor, writeCursor } from "../../web/record-cursor.ts";
import type { AccountContext } from "../core/api-context.ts";
import { findChain } from "../core/find-chain.ts";
import type { HandlersOf, Outcome } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { readChainTotals } from "./chain-activity.ts";
import { checkShape, discardDraft, getDraft, saveDraft } from "./chain-drafts.ts";
import { chainToJson, definitionToJson, problemToJson, versionToJson } from "./chain-json.ts";
import { getChain, pageChains } from "./chain-list.ts";
import { chainRefusal, expectedRevision, expectedTag, revisionToReplace } from "./chain-revision.ts";
import { chainTag } from "./chain-tag.ts";
import { validateDefinition, validateDraft } from "./chain-validation.ts";
import { getDefinition, listVersions } from "./chain-versions.ts";
import { createChain, deleteChain, renameChain } from "./chains.ts";

export const chainHandlers: HandlersOf<typeof chainRoutes> = {
  async listChains(context, { query }) {
    const { control, chains: queries } = context;
    const { search, sort, limit } = query;
    const cursor = readCursor(query.cursor, chainCursor);
    if (!cursor.ok) return cursor;
    // One more than fits shows whether another page follows.
    const found = await pageChains(control, { search, sort, after: cursor.value, limit: limit + 1 });
    const page = found.slice(0, limit);
    const totals = await readChainTotals(queries, page);
    const { id, name } = page.at(-1) ?? {};
    return succeed({
      items: page.map((chain) => chainToJson(chain, totals.get(chain.id)!)),
      next: found.length > limit ? writeCursor({ id, name }) : null,
    });
  },

  async createChain(context, { body }) {
    const { name, definition } = body;
    const { id: accountId } = context.account;
    const created = await createChain(context.control, { accountId, name, definition });
    if (!created.ok) return chainRefusal(created.error);
    return details(context, created.value.uuid);
  },

  showChain: (context, { params }) => details(context, params.chain),

  async renameChain(context, { params, body }) {
    const renamed = await renameChain(context.control, params.chain, body.name, expectedTag(context.request));
    if (!renamed.ok) return chainRefusal(renamed.error);
    return details(context, renamed.value.uuid);
  },

  async deleteChain(context, { params }) {
    const deleted = await deleteChain(context.control, params.chain, expectedTag(context.request));
    return deleted.ok ? succeed(null) : chainRefusal(deleted.error);
  },

  async showDraft(context, { params }) {
    const draft = await getDraft(context.control, params.chain);
    return draft.ok ? draftOutcome(draft.value, context) : draft;
  },

  async saveDraft(context, { params, body }) {
    const { control, request } = context;
    const found = await findChain(control, control.db, params.chain);
    if (!found.ok) return found;
    const replaced = revisionToReplace(request, found.value);
    if (!replaced.ok) return replaced;
    const change = { definition: body, expectedRevision: replaced.value };
    const saved = await saveDraft(control, params.chain, change);
    return saved.ok ? draftOutcome(saved.value, context) : chainRefusal(saved.error);
  },

  async discardDraft(context, { params }) {
    const { control, request } = context;
    const discarded = await discardDraft(control, params.chain, expectedRevision(request));
    return discarded.ok ? succeed(null) : chainRefusal(discarded.error);
  },

  async validateChain({ control }, { params, body }) {
    const { definition } = body;
    const shape = definition === undefined ? null : checkShape(definition);
    if (shape?.ok === false) return shape;
    const problems =
      shape === null
        ? await validateDraft(control, params.chain)
        : await validateDefinition(control, params.chain, shape.value);
    if (!problems.ok) return problems;
    const publishable = problems.value.every(({ severity }) => severity !== "error");
    return succeed({ publishable, problems: problems.value.map(problemToJson) });
  },
};

const chainCursor = z.object({ id: z.number().int(), name: z.string() });

function draftOutcome(draft: ChainDraft, context: AccountContext): Outcome<typeof chainRoutes.showDraft> {
  return { ok: true, value: draftToJson(draft, context), etag: String(draft.revision) };
}

function draftToJson({ revision, updatedAt, definition }: ChainDraft, context: AccountContext) {
  return { revision, updated_at: formatMicros(updatedAt), definition: definitionToJson(definition, context) };
}

async function details(
  context: AccountContext,
  uuid: string,
): Promise<Outcome<typeof chainRoutes.showChain>> {
  const { control, chains: queries } = context;
  const chain = await getChain(control, uuid);
  if (!chain.ok) return chain;
  const { id, name, published, draftRevision } = chain.value;
  const draft = await getDraft(control, uuid);
  if (!draft.ok && draft.error.code !== "no_draft") return draft;
  const definition = published === null ? null : await getDefinition(control, uuid, published.version);
  if (definition?.ok === false) return definition;
  const versions = await listVersions(control, uuid);
  if (!versions.ok) return versions;
  const totals = (await readChainTotals(queries, [chain.value])).get(id)!;
  return {
    ok: true,
    value: {
      ...chainToJson(chain.value, totals),
      definition: definition === null ? null : definitionToJson(definition.value, context),
      draft: draft.ok ? draftToJson(draft.value, context) : null,
      kept_versions: versions.value.map(versionToJson),
    },
    etag: chainTag({ name, publishedVersion: published?.version ?? null, draftRevision }),
  };
}
