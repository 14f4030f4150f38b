import type { ChainDefinition, ChainNode, Point, Wire } from "@weir/rule-engine/chain";
import { reachableFrom } from "@weir/rule-engine/chain-graph";
import { outputsOf } from "./node-outputs.ts";
import type { NodeType } from "./node-type.ts";

/** Edits of a definition. Each returns a new definition, or the same one if there is nothing to change. */

/** Identifies a wire within its chain. */
export function wireKey({ from, output, to }: Wire): string {
  return JSON.stringify([from, output, to]);
}

export function withNode(definition: ChainDefinition, node: ChainNode): ChainDefinition {
  return { ...definition, nodes: [...definition.nodes, node] };
}

export function withoutParts(
  definition: ChainDefinition,
  nodeIds: readonly string[],
  wireKeys: readonly string[],
): ChainDefinition {
  const gone = new Set(nodeIds);
  const cut = new Set(wireKeys);
  if (gone.size + cut.size === 0) return definition;
  return {
    nodes: definition.nodes.filter(({ id }) => !gone.has(id)),
    wires: definition.wires.filter(
      (wire) => !gone.has(wire.from) && !gone.has(wire.to) && !cut.has(wireKey(wire)),
    ),
  };
}

/** Leaves out the only input: a chain without an input receives no readings. */
export function removableNodes({ nodes }: ChainDefinition, ids: readonly string[]): readonly string[] {
  const inputs = nodes.filter(({ type }) => type === "input");
  return inputs.length === 1 ? ids.filter((id) => id !== inputs[0]?.id) : ids;
}

/** A wire must not lead to the input, repeat another wire or close a loop. */
export function mayConnect(definition: ChainDefinition, { from, output, to }: Wire): boolean {
  const target = definition.nodes.find(({ id }) => id === to);
  if (target === undefined || target.type === "input" || from === to) return false;
  if (definition.wires.some((wire) => wireKey(wire) === wireKey({ from, output, to }))) return false;
  return !reachableFrom(definition, to).has(from);
}

export function connect(definition: ChainDefinition, wire: Wire): ChainDefinition {
  return mayConnect(definition, wire) ? { ...definition, wires: [...definition.wires, wire] } : definition;
}

export function moveNodes(
  definition: ChainDefinition,
  positions: ReadonlyMap<string, Point>,
): ChainDefinition {
  const moves = definition.nodes.some(({ id, position }) => {
    const place = positions.get(id);
    return place !== undefined && (place.x !== position.x || place.y !== position.y);
  });
  if (!moves) return definition;
  return {
    ...definition,
    nodes: definition.nodes.map((node) => ({ ...node, position: positions.get(node.id) ?? node.position })),
  };
}

export function renameNode(definition: ChainDefinition, nodeId: string, name: string): ChainDefinition {
  return {
    ...definition,
    nodes: definition.nodes.map((node) => (node.id === nodeId ? { ...node, name } : node)),
  };
}

export function configureNode(
  definition: ChainDefinition,
  nodeId: string,
  config: ChainNode["config"],
  type: NodeType | undefined,
): ChainDefinition {
  const before = definition.nodes.find(({ id }) => id === nodeId);
  if (before === undefined) return definition;
  const outputs = [outputsOf(type, before.config), outputsOf(type, config)] as const;
  return {
    nodes: definition.nodes.map((node) => (node.id === nodeId ? { ...node, config } : node)),
    wires: renameOutputs(definition.wires, nodeId, ...outputs),
  };
}

type Wires = ChainDefinition["wires"];

/**
 * Updates the wires of a node whose outputs changed with its configuration. A renamed output keeps its wires, even while
 * its name is briefly empty or taken, as happens during typing. The wires of a removed output are removed.
 */
export function renameOutputs(
  wires: Wires,
  nodeId: string,
  before: readonly string[],
  after: readonly string[],
): Wires {
  if (before.length !== after.length) {
    if (after.length > before.length) return wires;
    return wires.filter(({ from, output }) => from !== nodeId || after.includes(output));
  }
  const index = before.findIndex((output, at) => output !== after[at]);
  const was = before[index];
  const is = after[index];
  if (was === undefined || is === undefined || is === "" || before.includes(is)) return wires;
  const isUnique = was !== "" && before.filter((output) => output === was).length === 1;
  return wires.map((wire) => {
    if (wire.from !== nodeId) return wire;
    const isRenamed = isUnique ? wire.output === was : !before.includes(wire.output);
    return isRenamed ? { ...wire, output: is } : wire;
  });
}
