import type { ChainDefinition, ChainNode } from "@weir/rule-engine/chain";
import { reachableFrom } from "@weir/rule-engine/chain-graph";
import {
  type Added,
  addAfter,
  firstOutput,
  freePlace,
  newNode,
  placeBehind,
  type TypeOf,
} from "./add-node.ts";
import { connect, withNode } from "./edit-definition.ts";
import type { NodeType } from "./editor-store.ts";

/**
 * Adds a save step where every reading passes, beside what is there already: at the input, or behind the transforms that
 * come first on the way to the selected node, so that their results are saved. Behind a filter it would save only a part.
 */
export function addSave(
  definition: ChainDefinition,
  selected: ChainNode | undefined,
  type: NodeType,
  typeOf: TypeOf,
): Added {
  const input = definition.nodes.find((node) => node.type === "input");
  const after = input && lastForAll(definition, input, selected, typeOf);
  const output = after && firstOutput(typeOf(after.type), after);
  if (after === undefined || output === undefined) return addAfter(definition, selected, type, typeOf);
  const node = newNode(definition, type, freePlace(definition, placeBehind(after)));
  const wire = { from: after.id, output, to: node.id };
  return { definition: connect(withNode(definition, node), wire), id: node.id };
}

/** The input, or the last of the transforms behind it that lead to the selected node. */
function lastForAll(
  definition: ChainDefinition,
  input: ChainNode,
  selected: ChainNode | undefined,
  typeOf: TypeOf,
): ChainNode {
  if (selected === undefined) return input;
  const { nodes, wires } = definition;
  const isOnTheWay = (node: ChainNode) =>
    typeOf(node.type)?.category === "transform" && reachableFrom(definition, node.id).has(selected.id);
  let last = input;
  // The set grows while it is walked, and ends also where a draft loops.
  const passed = new Set([input]);
  for (const from of passed) {
    last = from;
    const output = firstOutput(typeOf(from.type), from);
    const targets = new Set(
      wires.filter((wire) => wire.from === from.id && wire.output === output).map(({ to }) => to),
    );
    const next = nodes.find((node) => targets.has(node.id) && isOnTheWay(node));
    if (next !== undefined) passed.add(next);
  }
  return last;
}
