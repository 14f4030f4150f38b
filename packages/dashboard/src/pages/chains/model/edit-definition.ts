import type { ChainDefinition, ChainNode, Position, Wire } from "@weir/rule-engine/chain";
import { reachableFrom } from "@weir/rule-engine/chain-graph";
import { type NodeType, wireKey } from "./editor-store.ts";
import { outputsOf } from "./node-outputs.ts";
import { renameOutputs } from "./rename-outputs.ts";

/** Changes of a definition. Each gives a new one, or the same where there is nothing to change. */

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

/** A wire must not lead to the input, be there already, or close a loop: nothing would come of it. */
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
  positions: ReadonlyMap<string, Position>,
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
