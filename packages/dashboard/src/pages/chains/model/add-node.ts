import type { ChainDefinition, ChainNode, Position, Wire } from "@weir/rule-engine/chain";
import { reachableFrom } from "@weir/rule-engine/chain-graph";
import { connect, withNode } from "./edit-definition.ts";
import { type NodeType, wireKey } from "./editor-store.ts";
import { failureOutput, outputsOf } from "./node-outputs.ts";

/** A chain with one node more. */
export interface Added {
  readonly definition: ChainDefinition;
  readonly id: string;
}

/** Distances between nodes that leave room for the label of a wire. */
const columnPx = 288;
const rowPx = 120;
/** How closely it is looked for a free place. */
const stepPx = 20;

/** Types of nodes by name. */
export type TypeOf = (type: string) => NodeType | undefined;

/** A node of this type as it comes from the palette, with an id that no other has. */
export function newNode(definition: ChainDefinition, type: NodeType, position: Position): ChainNode {
  const rows = type.fields.flatMap((field) =>
    field.kind === "list" && field.default === undefined && field.items_min > 0
      ? [[field.name, [firstRow(field.fields)]] as const]
      : [],
  );
  return {
    ...{ id: freeId(definition, type.type), type: type.type, version: type.version, name: "" },
    ...{ config: Object.fromEntries(rows), position },
  };
}

export function freeId(definition: ChainDefinition, stem: string): string {
  const taken = new Set(definition.nodes.map(({ id }) => id));
  let id = stem;
  for (let number = 2; taken.has(id); number++) id = `${stem}-${number}`;
  return id;
}

/**
 * Puts a node behind another one: at its first output that leads nowhere yet; where all lead somewhere, between its
 * first output and what follows. Everything that would lie under it makes room.
 */
export function addAfter(
  definition: ChainDefinition,
  after: ChainNode | undefined,
  type: NodeType,
  typeOf: TypeOf,
): Added {
  if (after === undefined) {
    const node = newNode(definition, type, freePlace(definition, { x: 0, y: 0 }));
    return { definition: withNode(definition, node), id: node.id };
  }
  const outputs = outputsOf(typeOf(after.type), after.config).filter(
    (output) => output !== failureOutput && output !== "",
  );
  const isFree = (output: string) =>
    !definition.wires.some((wire) => wire.from === after.id && wire.output === output);
  const free = outputs.find(isFree);
  const wanted = placeBehind(after);
  if (free !== undefined || outputs[0] === undefined) {
    const node = newNode(definition, type, freePlace(definition, wanted));
    const added = withNode(definition, node);
    const wire = { from: after.id, output: free ?? "", to: node.id };
    return { definition: free === undefined ? added : connect(added, wire), id: node.id };
  }
  return insertBehind(
    definition,
    { from: after.id, output: outputs[0] },
    newNode(definition, type, wanted),
    type,
  );
}

/** Puts a node into one wire: what flowed through it flows through the node first. What lies in its way makes room. */
export function insertOnWire(
  definition: ChainDefinition,
  wire: Wire,
  node: ChainNode,
  type: NodeType,
): ChainDefinition {
  const onward = firstOutput(type, node);
  const others = definition.wires.filter((other) => wireKey(other) !== wireKey(wire));
  const rest = onward === undefined ? [wire] : [{ from: node.id, output: onward, to: wire.to }];
  const wired = { ...definition, wires: [...others, { ...wire, to: node.id }, ...rest] };
  const source = definition.nodes.find(({ id }) => id === wire.from);
  const x = Math.max(node.position.x, (source?.position.x ?? node.position.x - columnPx) + columnPx);
  return makeRoom(wired, { ...node, position: { x, y: node.position.y } });
}

function insertBehind(
  definition: ChainDefinition,
  { from, output }: { readonly from: string; readonly output: string },
  node: ChainNode,
  type: NodeType,
): Added {
  const isMeant = (wire: Wire) => wire.from === from && wire.output === output;
  const onward = firstOutput(type, node);
  if (onward === undefined) {
    // Nothing leaves it by itself, so what follows stays where it is and the node goes beside it.
    const placed = { ...node, position: freePlace(definition, node.position) };
    const wires = [...definition.wires, { from, output, to: node.id }];
    return { definition: withNode({ ...definition, wires }, placed), id: node.id };
  }
  const wires = definition.wires.map((wire) =>
    isMeant(wire) ? { ...wire, from: node.id, output: onward } : wire,
  );
  const wired = { ...definition, wires: [...wires, { from, output, to: node.id }] };
  return { definition: makeRoom(wired, node), id: node.id };
}

/** The one that what follows is put at; undefined where nothing leaves the node by itself. */
export function firstOutput(type: NodeType | undefined, node: ChainNode): string | undefined {
  return outputsOf(type, node.config).find((name) => name !== failureOutput && name !== "");
}

/** Adds the node, with everything that follows it moved on far enough; of what is beside it, it keeps clear. */
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

/** Upwards or downwards, whichever is less far away: who drops something expects it about there. */
function nearestFreePlace(nodes: readonly ChainNode[], { x, y }: Position): Position {
  let awayPx = 0;
  while (isTaken(nodes, { x, y: y - awayPx }) && isTaken(nodes, { x, y: y + awayPx })) awayPx += stepPx;
  return { x, y: isTaken(nodes, { x, y: y - awayPx }) ? y + awayPx : y - awayPx };
}

function firstRow(
  fields: readonly { readonly name: string; readonly kind: string }[],
): Record<string, unknown> {
  return Object.fromEntries(
    fields.filter(({ kind }) => kind === "text" || kind === "expression").map(({ name }) => [name, ""]),
  );
}

export function placeBehind({ position: { x, y } }: ChainNode): Position {
  return { x: x + columnPx, y };
}

/** The nearest place downwards that no other node lies at. */
export function freePlace({ nodes }: ChainDefinition, wanted: Position): Position {
  let { y } = wanted;
  while (isTaken(nodes, { x: wanted.x, y })) y += rowPx;
  return { x: wanted.x, y };
}

/** Whether a node at this place would lie on one of these, or too close to one to be told apart. */
export function isTaken(nodes: readonly Pick<ChainNode, "position">[], { x, y }: Position): boolean {
  return nodes.some(
    ({ position }) => Math.abs(position.x - x) < columnPx - 40 && Math.abs(position.y - y) < rowPx - 20,
  );
}
