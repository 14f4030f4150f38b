import type { ChainDefinition, ChainNode } from "@weir/rule-engine/chain";
import { failureOutput, outputsOf as outputsByRule } from "@weir/rule-engine/node-type";
import { consecutiveThreshold } from "@weir/rule-engine/nodes/consecutive-threshold";
import type { NodeType } from "./node-type.ts";

const elseOutput = "else";

/** The outputs that a node has by its type and configuration, `failure` last. */
export function outputsOf(type: NodeType | undefined, config: ChainNode["config"]): readonly string[] {
  if (type === undefined) return [];
  const own = type.outputs ?? configuredOutputs(type, config);
  return type.has_failure_output ? [...own, failureOutput] : own;
}

/** Also includes outputs that no longer exist but still have wires: only a visible wire can be fixed. */
export function shownOutputs(
  type: NodeType | undefined,
  node: ChainNode,
  wires: ChainDefinition["wires"],
): readonly { readonly output: string; readonly isGone: boolean }[] {
  const known = outputsOf(type, node.config);
  const wired = wires.filter(({ from }) => from === node.id).map(({ output }) => output);
  const gone = [...new Set(wired)].filter((output) => !known.includes(output));
  const order = known.includes(failureOutput)
    ? [...known.slice(0, -1), ...gone, failureOutput]
    : [...known, ...gone];
  return [...new Set(order)]
    .filter((output) => output !== "")
    .map((output) => ({ output, isGone: gone.includes(output) }));
}

/**
 * If the outputs depend on the configuration, each row of its list is an output. One type of node has another rule, which
 * is taken from the rule engine. The catalogue has the rules of all types but would load the expression language.
 */
function configuredOutputs(type: NodeType, config: ChainNode["config"]): readonly string[] {
  if (type.type === consecutiveThreshold.type) return outputsByRule(consecutiveThreshold, config as never);
  return [...rowNames(type, config), elseOutput];
}

function rowNames(type: NodeType, config: ChainNode["config"]): string[] {
  const list = type.fields.find(({ kind }) => kind === "list");
  const rows = list === undefined ? undefined : config[list.name];
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown) => {
    const name = (row as { name?: unknown } | null)?.name;
    return typeof name === "string" ? name : "";
  });
}
