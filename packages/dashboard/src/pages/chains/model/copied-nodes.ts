import type { ChainDefinition, ChainNode, Point } from "@weir/rule-engine/chain";
import { freeId } from "./add-node.ts";
import { isTaken } from "./free-place.ts";
import { nodeHeightPx, nodeWidthPx } from "./node-geometry.ts";

const shiftPx = 40;

/** Copies nodes and the wires between them. The input is never copied; null if nothing else was chosen. */
export function copyNodes({ nodes, wires }: ChainDefinition, ids: readonly string[]): ChainDefinition | null {
  const copied = nodes.filter(({ id, type }) => ids.includes(id) && type !== "input");
  if (copied.length === 0) return null;
  const kept = new Set(copied.map(({ id }) => id));
  return { nodes: copied, wires: wires.filter(({ from, to }) => kept.has(from) && kept.has(to)) };
}

/** Pastes copied nodes around `middle`, or at their old places if it is null, clear of the nodes that are there. */
export function pasteNodes(
  definition: ChainDefinition,
  copied: ChainDefinition,
  middle: Point | null = null,
): { readonly definition: ChainDefinition; readonly ids: readonly string[] } {
  const newIds = new Map<string, string>();
  let grown = definition;
  const wanted = middle === null ? copied.nodes : movedAround(copied.nodes, middle);
  for (const node of movedClear(wanted, definition.nodes)) {
    const id = freeId(grown, node.id.replace(/-\d+$/, ""));
    newIds.set(node.id, id);
    grown = { ...grown, nodes: [...grown.nodes, { ...node, id }] };
  }
  const wires = copied.wires.map((wire) => ({
    ...wire,
    from: newIds.get(wire.from) ?? wire.from,
    to: newIds.get(wire.to) ?? wire.to,
  }));
  return { definition: { ...grown, wires: [...grown.wires, ...wires] }, ids: [...newIds.values()] };
}

function movedAround(nodes: readonly ChainNode[], middle: Point): readonly ChainNode[] {
  const columns = nodes.map(({ position }) => position.x);
  const rows = nodes.map(({ position }) => position.y);
  const right = Math.round(middle.x - (Math.min(...columns) + Math.max(...columns) + nodeWidthPx) / 2);
  const down = Math.round(middle.y - (Math.min(...rows) + Math.max(...rows) + nodeHeightPx(1)) / 2);
  return movedBy(nodes, right, down);
}

/** Moves the nodes down together until none of them overlaps a node that is there. */
function movedClear(nodes: readonly ChainNode[], there: readonly ChainNode[]): readonly ChainNode[] {
  let moved = nodes;
  for (let down = shiftPx; moved.some(({ position }) => isTaken(there, position)); down += shiftPx)
    moved = movedBy(nodes, 0, down);
  return moved;
}

function movedBy(nodes: readonly ChainNode[], right: number, down: number): readonly ChainNode[] {
  return nodes.map((node) => {
    const { x, y } = node.position;
    return { ...node, position: { x: x + right, y: y + down } };
  });
}
