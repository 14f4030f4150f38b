import type { ChainDefinition, ChainNode, Point, Wire } from "@weir/rule-engine/chain";
import { reachableFrom } from "@weir/rule-engine/chain-graph";
import { failureOutput } from "@weir/rule-engine/node-type";
import { connect, wireKey, withNode } from "./edit-definition.ts";
import { columnPx, freePlaceBelow, nearestFreePlace, placeBehind } from "./free-place.ts";
import { initialConfig } from "./node-config.ts";
import { headHeightPx, nodeWidthPx, rounded } from "./node-geometry.ts";
import { outputsOf } from "./node-outputs.ts";
import type { NodeType } from "./node-type.ts";

/** A chain with one more node, and the id of that node. */
interface Added {
  readonly definition: ChainDefinition;
  readonly id: string;
}

type NodeTypes = ReadonlyMap<string, NodeType>;

/**
 * Adds a node after the selected one. With nothing selected, the first node follows the input, and others stand alone. A
 * save node goes to a place that every reading passes.
 */
export function addNode(
  definition: ChainDefinition,
  selectedId: string | undefined,
  type: NodeType,
  nodeTypes: NodeTypes,
): Added {
  const { nodes, wires } = definition;
  const onlyInput = wires.length === 0 && nodes.length === 1 ? nodes[0] : undefined;
  const after = nodes.find(({ id }) => id === selectedId) ?? onlyInput;
  return (type.type === "save" ? addSave : addAfter)(definition, after, type, nodeTypes);
}

/** Adds a node whose head is at `middle`, into the wire there if there is one. */
export function dropNode(
  definition: ChainDefinition,
  type: NodeType,
  middle: Point,
  wireThere: string | undefined,
): Added {
  const corner = rounded({ x: middle.x - nodeWidthPx / 2, y: middle.y - headHeightPx / 2 });
  const node = newNode(definition, type, corner);
  const wire = definition.wires.find((candidate) => wireKey(candidate) === wireThere);
  const added = wire === undefined ? withNode(definition, node) : insertOnWire(definition, wire, node, type);
  return { definition: added, id: node.id };
}

/** A node of this type as the palette offers it, with an unused id. */
export function newNode(definition: ChainDefinition, type: NodeType, position: Point): ChainNode {
  return {
    id: freeId(definition, type.type),
    type: type.type,
    version: type.version,
    name: "",
    config: initialConfig(type),
    position,
  };
}

export function freeId(definition: ChainDefinition, stem: string): string {
  const taken = new Set(definition.nodes.map(({ id }) => id));
  let id = stem;
  for (let number = 2; taken.has(id); number++) id = `${stem}-${number}`;
  return id;
}

/**
 * Adds a node behind another one, at its first output without a wire. If all outputs have wires, the node goes between
 * the first output and what follows it, and the nodes in its way move.
 */
export function addAfter(
  definition: ChainDefinition,
  after: ChainNode | undefined,
  type: NodeType,
  nodeTypes: NodeTypes,
): Added {
  if (after === undefined) return addFree(definition, type, { x: 0, y: 0 });
  const outputs = namedOutputs(nodeTypes.get(after.type), after);
  const isFree = (output: string) =>
    !definition.wires.some((wire) => wire.from === after.id && wire.output === output);
  const free = outputs.find(isFree);
  const [first] = outputs;
  const place = placeBehind(after);
  if (first === undefined) return addFree(definition, type, place);
  if (free !== undefined) return addFree(definition, type, place, { from: after.id, output: free });
  const node = newNode(definition, type, place);
  return insertBehind(definition, { from: after.id, output: first }, node, type);
}

/**
 * Adds a save node where every reading passes, beside what is there: at the input, or behind the transforms that come
 * first on the path to the selected node, so that their results are saved. Behind a filter, only some readings would be.
 */
export function addSave(
  definition: ChainDefinition,
  selected: ChainNode | undefined,
  type: NodeType,
  nodeTypes: NodeTypes,
): Added {
  const input = definition.nodes.find((node) => node.type === "input");
  const after = input && lastForAll(definition, input, selected, nodeTypes);
  const [output] = after === undefined ? [] : namedOutputs(nodeTypes.get(after.type), after);
  if (after === undefined || output === undefined) return addAfter(definition, selected, type, nodeTypes);
  return addFree(definition, type, placeBehind(after), { from: after.id, output });
}

/** Adds a node at the nearest free place, connected to an output if one is given. */
function addFree(
  definition: ChainDefinition,
  type: NodeType,
  wanted: Point,
  source?: Pick<Wire, "from" | "output">,
): Added {
  const node = newNode(definition, type, freePlaceBelow(definition.nodes, wanted));
  const added = withNode(definition, node);
  return {
    definition: source === undefined ? added : connect(added, { ...source, to: node.id }),
    id: node.id,
  };
}

/** The input, or the last of the transforms that follow it on the path to the selected node. */
function lastForAll(
  definition: ChainDefinition,
  input: ChainNode,
  selected: ChainNode | undefined,
  nodeTypes: NodeTypes,
): ChainNode {
  if (selected === undefined) return input;
  const { nodes, wires } = definition;
  const isOnPath = (node: ChainNode) =>
    nodeTypes.get(node.type)?.category === "transform" && reachableFrom(definition, node.id).has(selected.id);
  let last = input;
  // The set grows during the iteration, which ends even if a draft has a loop.
  const passed = new Set([input]);
  for (const from of passed) {
    last = from;
    const [output] = namedOutputs(nodeTypes.get(from.type), from);
    const targets = new Set(
      wires.filter((wire) => wire.from === from.id && wire.output === output).map(({ to }) => to),
    );
    const next = nodes.find((node) => targets.has(node.id) && isOnPath(node));
    if (next !== undefined) passed.add(next);
  }
  return last;
}

/** Puts a node into one wire, so that readings pass the node first. What lies in its way moves. */
export function insertOnWire(
  definition: ChainDefinition,
  wire: Wire,
  node: ChainNode,
  type: NodeType,
): ChainDefinition {
  const [onward] = namedOutputs(type, node);
  const others = definition.wires.filter((other) => wireKey(other) !== wireKey(wire));
  const rest = onward === undefined ? [wire] : [{ from: node.id, output: onward, to: wire.to }];
  const wired = { ...definition, wires: [...others, { ...wire, to: node.id }, ...rest] };
  const source = definition.nodes.find(({ id }) => id === wire.from);
  const x = Math.max(node.position.x, (source?.position.x ?? node.position.x - columnPx) + columnPx);
  return makeRoom(wired, { ...node, position: { x, y: node.position.y } });
}

function insertBehind(
  definition: ChainDefinition,
  { from, output }: Pick<Wire, "from" | "output">,
  node: ChainNode,
  type: NodeType,
): Added {
  const [onward] = namedOutputs(type, node);
  if (onward === undefined) {
    // Readings end at the node, so what follows keeps its wires and the node goes beside it.
    const placed = { ...node, position: freePlaceBelow(definition.nodes, node.position) };
    const wires = [...definition.wires, { from, output, to: node.id }];
    return { definition: withNode({ ...definition, wires }, placed), id: node.id };
  }
  const wires = definition.wires.map((wire) =>
    wire.from === from && wire.output === output ? { ...wire, from: node.id, output: onward } : wire,
  );
  const wired = { ...definition, wires: [...wires, { from, output, to: node.id }] };
  return { definition: makeRoom(wired, node), id: node.id };
}

/** The outputs of a node without `failure` and without those that have no name yet. */
function namedOutputs(type: NodeType | undefined, { config }: ChainNode): readonly string[] {
  return outputsOf(type, config).filter((output) => output !== failureOutput && output !== "");
}

/** Adds the node, moves everything that follows it far enough, and keeps it clear of what is beside it. */
function makeRoom(definition: ChainDefinition, node: ChainNode): ChainDefinition {
  const behind = reachableFrom(definition, node.id);
  const followers = definition.nodes.filter(({ id }) => behind.has(id));
  const nearest = Math.min(...followers.map(({ position }) => position.x));
  const missing = Math.max(0, node.position.x + columnPx - nearest);
  const nodes = definition.nodes.map((other) =>
    behind.has(other.id)
      ? { ...other, position: { x: other.position.x + missing, y: other.position.y } }
      : other,
  );
  return withNode({ ...definition, nodes }, { ...node, position: nearestFreePlace(nodes, node.position) });
}
