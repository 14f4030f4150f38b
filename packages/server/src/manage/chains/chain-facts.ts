import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainProblem } from "@weir/rule-engine/chain-problem";
import type { LabelledNode } from "@weir/rule-engine/node-label";
import { type NamedSecret, secretsNamedBy } from "@weir/rule-engine/node-secrets";

/** What other chains need to know about a chain. Small for any chain, but expensive to find out. */
export interface ChainFacts {
  readonly links: readonly ChainLink[];
  readonly hasSaveStep: boolean;
  /** Ids of the nodes where readings enter. */
  readonly inputs: readonly string[];
  readonly secrets: readonly (NamedSecret & { readonly nodeId: string })[];
  /** Ids of the nodes that send mail. */
  readonly mailNodes: readonly string[];
  /** Its own problems, whatever surrounds it. */
  readonly problems: readonly ChainProblem[];
  /** The nodes mentioned above, by id, with what is needed to name them. */
  readonly nodes: Readonly<Record<string, LabelledNode>>;
}

/** A node that hands readings on to another chain. */
export interface ChainLink {
  readonly nodeId: string;
  readonly to: string;
}

const linkType = "chain";
export const linkField = "chain";

/** An account has at most 100 secrets. A chain that names more only gets warnings about the first of them. */
const secretsMax = 100;
/** Without a mail server, warnings about a few nodes are enough. */
const mailNodesMax = 20;

/** Takes almost no time for any chain: its problems were found before, or could not be. */
export function factsWith(definition: ChainDefinition, problems: readonly ChainProblem[]): ChainFacts {
  const { nodes } = definition;
  const secrets = nodes.flatMap((node) =>
    secretsNamedBy(node).map((secret) => ({ nodeId: node.id, ...secret })),
  );
  const facts = {
    links: linksOf(definition),
    hasSaveStep: nodes.some(({ type }) => type === "save"),
    inputs: nodes.filter(({ type }) => type === "input").map(({ id }) => id),
    secrets: secrets.slice(0, secretsMax),
    mailNodes: nodes
      .filter(({ type }) => type === "email")
      .map(({ id }) => id)
      .slice(0, mailNodesMax),
    problems,
  };
  return { ...facts, nodes: mentionedNodes(definition, facts) };
}

export function linksOf({ nodes }: ChainDefinition): ChainLink[] {
  return nodes
    .filter(({ type }) => type === linkType)
    .map(({ id, config }) => ({ nodeId: id, to: String(config[linkField]).toLowerCase() }));
}

function mentionedNodes(
  { nodes }: ChainDefinition,
  { links, secrets, mailNodes, problems }: Omit<ChainFacts, "nodes">,
): Record<string, LabelledNode> {
  const places = [...links, ...secrets, ...problems].map(({ nodeId }) => nodeId);
  const mentioned = new Set([...places, ...mailNodes]);
  return Object.fromEntries(
    nodes.filter(({ id }) => mentioned.has(id)).map(({ id, name, type }) => [id, { name, type }]),
  );
}
