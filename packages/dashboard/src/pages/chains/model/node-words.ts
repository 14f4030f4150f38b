import type { ChainNode, Wire } from "@weir/rule-engine/chain";
import { namesItsNode } from "@weir/rule-engine/chain-problem";
import { nodeSummary } from "@weir/rule-engine/node-summary";
import { adviceOf } from "../../../format/chain-advice.ts";
import { plural } from "../../../format/number.ts";
import type { ChainProblem, EditorState } from "./editor-store.ts";
import { withDefaults } from "./node-config.ts";
import { shownOutputs } from "./node-outputs.ts";
import { type KnownChain, nodeTitle, titleOf, typeOf } from "./node-titles.ts";

/** Describes a node's settings in a few words; "" if there is nothing to describe. */
export function nodeSummaryText(
  node: ChainNode,
  { nodeTypes, chainNames }: Pick<EditorState, "nodeTypes" | "chainNames">,
): string {
  const type = nodeTypes.get(node.type);
  if (type === undefined) return "";
  const chainName = (uuid: string) => chainNames.get(uuid);
  return nodeSummary(node.type, withDefaults(type, node.config), { chainName }) ?? "Not configured";
}

/** Describes a node for people who cannot see the drawing: what it is, its settings, and where its outputs lead. */
export function nodeLabel(
  node: ChainNode,
  known: KnownChain & Pick<EditorState, "chainNames">,
  problems: number,
): string {
  const { wires } = known.definition;
  const type = known.nodeTypes.get(node.type);
  const summary = nodeSummaryText(node, known);
  const title = nodeTitle(node, known.nodeTypes);
  const leads = shownOutputs(type, node, wires).map(({ output }) => {
    const targets = wires.filter((wire) => wire.from === node.id && wire.output === output);
    const names = targets.map(({ to }) => titleOf(known, to)).join(" and ");
    return names === "" ? `${output} not connected` : `${output} connected to ${names}`;
  });
  return [
    title,
    ...(type === undefined || type.title === title ? [] : [type.title]),
    ...(summary === "" ? [] : [summary]),
    ...(problems > 0 ? [plural(problems, "problem")] : []),
    ...leads,
  ].join(", ");
}

export function wireLabel({ from, output, to }: Wire, known: KnownChain): string {
  return `Wire from ${titleOf(known, from)}, ${output}, to ${titleOf(known, to)}`;
}

/**
 * Makes a sentence of a problem's message. The server's messages continue the name of what they are about, so they start
 * in lower case. A message that starts with the name of a function keeps it as it is.
 */
export function sentence(text: string): string {
  return /^\w+\(/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A problem in one line, with the node it is about. */
export function problemText(problem: ChainProblem, known: KnownChain): string {
  const place = problemPlace(problem, known);
  const advice = adviceOf(problem);
  return place === null ? sentence(advice) : `${place}: ${advice}`;
}

/** The node and setting a problem is about; null if the message names the node or concerns the whole chain. */
export function problemPlace({ code, node, field }: ChainProblem, known: KnownChain): string | null {
  const hasNode = known.definition.nodes.some(({ id }) => id === node);
  if (namesItsNode(code) || node === null || !hasNode) return null;
  const fields = typeOf(known, node)?.fields ?? [];
  const label = fields.find(({ name }) => name === field?.split(".")[0])?.label;
  const title = titleOf(known, node);
  return label === undefined ? title : `${title} · ${label}`;
}
