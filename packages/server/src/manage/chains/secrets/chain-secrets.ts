import type { ChainDefinition, ChainNode } from "@weir/rule-engine/chain";
import type { ChainDiff } from "@weir/rule-engine/diff-chains";
import { hidden } from "@weir/rule-engine/hidden-text";
import { withoutUrlSecrets } from "../../core/url-secrets.ts";

/**
 * Chains for callers who may see but not change them. Editors put keys of other services into the headers and URLs of
 * webhooks, and people who cannot save a chain do not need them. Hidden values are never saved, because everyone who
 * may save sees everything.
 */
export function withoutChainSecrets(definition: ChainDefinition): ChainDefinition {
  return { ...definition, nodes: definition.nodes.map(withoutNodeSecrets) };
}

export function withoutDiffSecrets(diff: ChainDiff): ChainDiff {
  return {
    ...diff,
    nodesAdded: diff.nodesAdded.map(withoutNodeSecrets),
    nodesRemoved: diff.nodesRemoved.map(withoutNodeSecrets),
    nodesChanged: diff.nodesChanged.map(({ changes, ...node }) => ({
      ...node,
      changes: changes.map((change) => ({
        ...change,
        before: withoutMemberSecrets(change.member, change.before),
        after: withoutMemberSecrets(change.member, change.after),
      })),
    })),
  };
}

/** Hides members by their names, even in nodes of types that this version does not know. */
function withoutNodeSecrets(node: ChainNode): ChainNode {
  const config = Object.entries(node.config).map(([name, value]) => [
    name,
    withoutMemberSecrets(`config.${name}`, value),
  ]);
  return { ...node, config: Object.fromEntries(config) };
}

/** A member as a diff names it: `config.url`, `config.headers`, `config.headers.0.value`, or the whole `config`. */
function withoutMemberSecrets(member: string, value: unknown): unknown {
  const [, field] = member.split(".");
  if (field === "url")
    return typeof value === "string" ? withoutUrlSecrets(value) : hiddenUnlessAbsent(value);
  if (field === "headers")
    return Array.isArray(value) ? value.map(withoutHeaderValue) : hiddenUnlessAbsent(value);
  if (member === "config") return hiddenUnlessAbsent(value);
  return value;
}

function withoutHeaderValue(row: unknown): unknown {
  if (typeof row !== "object" || row === null) return hidden;
  return "value" in row ? { ...row, value: hidden } : row;
}

function hiddenUnlessAbsent(value: unknown): unknown {
  return value === null || value === undefined ? value : hidden;
}
