import { isAtLeast } from "@weir/protocol/manage/access";
import type {
  chain,
  chainDefinition,
  chainDiff,
  chainProblem,
  chainVersion,
} from "@weir/protocol/manage/chain-forms";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainProblem } from "@weir/rule-engine/chain-problem";
import { type ChainDiff, isEmptyDiff } from "@weir/rule-engine/diff-chains";
import type { z } from "zod";
import { formatMicros } from "../../platform/instant.ts";
import type { AccountContext } from "../core/api-context.ts";
import type { ChainTotals } from "./chain-activity.ts";
import type { Chain } from "./chain-list.ts";
import type { PublishedVersion } from "./chain-publishing.ts";
import type { ChainVersion } from "./chain-versions.ts";
import { withoutChainSecrets } from "./secrets/chain-secrets.ts";

/** Chains as the API shows them. */

type DefinitionJson = z.input<typeof chainDefinition>;
type NodeJson = DefinitionJson["nodes"][number];
type WireJson = DefinitionJson["wires"][number];

/** Whether the caller may change chains and therefore sees secrets in them. A key counts by its scopes. */
export function maySeeSecrets({ caller, account }: AccountContext): boolean {
  if (caller?.kind === "key") return caller.scopes.includes("chains:write");
  return isAtLeast(account.role, "editor");
}

/** It is already JSON. */
export function definitionToJson(definition: ChainDefinition, context: AccountContext): DefinitionJson {
  return (maySeeSecrets(context) ? definition : withoutChainSecrets(definition)) as DefinitionJson;
}

export function chainToJson(listed: Chain, totals: ChainTotals): z.input<typeof chain> {
  const { uuid, name, published, draft, draftRevision, versionCount, use, warnings, createdAt } = listed;
  const { entered, ended, dead } = totals;
  const { isDefault, groups, devices, sensors, chains } = use;
  return {
    uuid,
    name,
    live:
      published === null
        ? null
        : { version: published.version, published_at: formatMicros(published.publishedAt) },
    draft: draft === null ? null : { revision: draftRevision, updated_at: formatMicros(draft.updatedAt) },
    versions: versionCount,
    use: { is_default: isDefault, groups, devices, sensors, chains: [...chains] },
    warnings: [...warnings],
    readings: { entered, ended, dead, unsaved: ended + dead },
    created_at: formatMicros(createdAt),
  };
}

export function versionToJson(kept: ChainVersion): z.input<typeof chainVersion> {
  const { version, publishedAt, note, isPublished, isLikePublished } = kept;
  return {
    version,
    published_at: formatMicros(publishedAt),
    note,
    is_live: isPublished,
    is_like_live: isLikePublished,
  };
}

export function problemToJson(problem: ChainProblem): z.input<typeof chainProblem> {
  const { severity, code, nodeId, field, message } = problem;
  return { severity, code, node: nodeId, field, message };
}

export function diffToJson(diff: ChainDiff): z.input<typeof chainDiff> {
  return {
    is_empty: isEmptyDiff(diff),
    nodes_added: diff.nodesAdded as NodeJson[],
    nodes_removed: diff.nodesRemoved as NodeJson[],
    nodes_changed: diff.nodesChanged.map(({ nodeId, changes }) => ({ node: nodeId, changes: [...changes] })),
    nodes_moved: diff.nodesMoved.map(({ nodeId, before, after }) => ({ node: nodeId, before, after })),
    wires_added: diff.wiresAdded as WireJson[],
    wires_removed: diff.wiresRemoved as WireJson[],
  };
}

export function publishedToJson({ chain, version, note, warnings, diff }: PublishedVersion) {
  const named = { uuid: chain.uuid, name: chain.name };
  return {
    chain: named,
    version,
    note,
    warnings: [...warnings],
    diff: diff === null ? null : diffToJson(diff),
  };
}
