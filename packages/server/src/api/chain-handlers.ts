import type { chainRoutes } from "@weir/protocol/manage/chain-routes";
import { z } from "zod";
import { readChainTotals } from "../manage/chain-activity.ts";
import { type ChainDraft, checkShape, discardDraft, getDraft, saveDraft } from "../manage/chain-drafts.ts";
import { getChain, pageChains } from "../manage/chain-list.ts";
import { chainTag } from "../manage/chain-tag.ts";
import { validateDefinition, validateDraft } from "../manage/chain-validation.ts";
import { getDefinition, listVersions } from "../manage/chain-versions.ts";
import { createChain, deleteChain, renameChain } from "../manage/chains.ts";
import { findChain } from "../manage/find-chain.ts";
import { formatMicros } from "../platform/instant.ts";
import type { AccountContext } from "./api-context.ts";
import { audit } from "./audit.ts";
import { chainToJson, definitionToJson, problemToJson, versionToJson } from "./chain-json.ts";
import { chainRefusal, expectedRevision, expectedTag, revisionToReplace } from "./chain-revision.ts";
import type { HandlersOf, Outcome } from "./handler.ts";
import { readCursor, writeCursor } from "./record-cursor.ts";

const subjectKind = "chain";

export const chainHandlers: HandlersOf<typeof chainRoutes> = {
  async listChains(context, { query }) {
    const { control, chains: queries } = context;
    const { search, sort, limit } = query;
    const cursor = readCursor(query.cursor, chainCursor);
    if (!cursor.ok) return cursor;
    // One more than fits tells whether another page follows.
    const found = await pageChains(control, { search, sort, after: cursor.key, limit: limit + 1 });
    const page = found.slice(0, limit);
    const totals = readChainTotals(
      { control, queries },
      page.map(({ id }) => id),
    );
    const { id, name } = page.at(-1) ?? {};
    return {
      ok: true,
      value: {
        items: page.map((chain) => chainToJson(chain, totals.get(chain.id)!)),
        next: found.length > limit ? writeCursor({ id, name }) : null,
      },
    };
  },

  async createChain(context, { body }) {
    const { name, definition } = body;
    const { id: accountId } = context.account;
    const created = await createChain(context.control, { accountId, name, definition });
    if (!created.ok) return chainRefusal(created.error);
    const { uuid } = created.value;
    await audit(context, { action: "chain.create", subjectKind, subject: uuid, after: { name } });
    return details(context, uuid);
  },

  showChain: (context, { params }) => details(context, params.chain),

  async renameChain(context, { params, body }) {
    const before = await findChain(context.control, context.control.db, params.chain);
    if (!before.ok) return before;
    const renamed = await renameChain(context.control, params.chain, body.name, expectedTag(context.request));
    if (!renamed.ok) return chainRefusal(renamed.error);
    await audit(context, {
      ...{ action: "chain.rename", subjectKind, subject: params.chain },
      ...{ before: { name: before.value.name }, after: { name: renamed.value.name } },
    });
    return details(context, params.chain);
  },

  async deleteChain(context, { params }) {
    const deleted = await deleteChain(context.control, params.chain, expectedTag(context.request));
    if (!deleted.ok) return chainRefusal(deleted.error);
    const before = { name: deleted.value.name };
    await audit(context, { action: "chain.delete", subjectKind, subject: params.chain, before });
    return { ok: true, value: null };
  },

  async showDraft({ control }, { params }) {
    const draft = await getDraft(control, params.chain);
    return draft.ok ? draftOutcome(draft.value) : draft;
  },

  async saveDraft(context, { params, body }) {
    const { control, request } = context;
    const found = await findChain(control, control.db, params.chain);
    if (!found.ok) return found;
    const replaced = revisionToReplace(request, found.value);
    if (!replaced.ok) return replaced;
    const change = { definition: body, expectedRevision: replaced.revision };
    const saved = await saveDraft(control, params.chain, change);
    if (!saved.ok) return chainRefusal(saved.error);
    const { revision, definition } = saved.value;
    const after = { revision, nodes: definition.nodes.length, wires: definition.wires.length };
    await audit(context, { action: "chain.draft.save", subjectKind, subject: params.chain, after });
    return draftOutcome(saved.value);
  },

  async discardDraft(context, { params }) {
    const { control, request } = context;
    const discarded = await discardDraft(control, params.chain, expectedRevision(request));
    if (!discarded.ok) return chainRefusal(discarded.error);
    const before = { revision: discarded.value.draftRevision };
    await audit(context, { action: "chain.draft.discard", subjectKind, subject: params.chain, before });
    return { ok: true, value: null };
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
    return { ok: true, value: { publishable, problems: problems.value.map(problemToJson) } };
  },
};

const chainCursor = z.object({ id: z.number().int(), name: z.string() });

function draftOutcome(draft: ChainDraft): Outcome<typeof chainRoutes.showDraft> {
  return { ok: true, value: draftToJson(draft), etag: String(draft.revision) };
}

function draftToJson({ revision, updatedAt, definition }: ChainDraft) {
  return { revision, updated_at: formatMicros(updatedAt), definition: definitionToJson(definition) };
}

async function details(
  { control, chains: queries }: AccountContext,
  uuid: string,
): Promise<Outcome<typeof chainRoutes.showChain>> {
  const chain = await getChain(control, uuid);
  if (!chain.ok) return chain;
  const { id, name, live, draftRevision } = chain.value;
  const draft = await getDraft(control, uuid);
  if (!draft.ok && draft.error.code !== "no_draft") return draft;
  const definition = live === null ? null : await getDefinition(control, uuid, live.version);
  if (definition?.ok === false) return definition;
  const versions = await listVersions(control, uuid);
  if (!versions.ok) return versions;
  const totals = readChainTotals({ control, queries }, [id]).get(id)!;
  return {
    ok: true,
    value: {
      ...chainToJson(chain.value, totals),
      definition: definition === null ? null : definitionToJson(definition.value),
      draft: draft.ok ? draftToJson(draft.value) : null,
      kept_versions: versions.value.map(versionToJson),
    },
    etag: chainTag({ name, publishedVersion: live?.version ?? null, draftRevision }),
  };
}
