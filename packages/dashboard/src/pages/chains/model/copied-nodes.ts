import type { ChainDefinition, ChainNode, Position } from "@weir/rule-engine/chain";
import { freeId, isTaken } from "./add-node.ts";
import { nodeHeightPx, nodeWidthPx } from "./node-geometry.ts";

const storageKey = "weir.copied-nodes";
const shiftPx = 40;

/** Nodes and the wires between them, kept across chains and tabs of the same browser. The input is never copied. */
export function copyNodes({ nodes, wires }: ChainDefinition, ids: readonly string[]): number {
  const copied = nodes.filter(({ id, type }) => ids.includes(id) && type !== "input");
  if (copied.length === 0) return 0;
  const kept = new Set(copied.map(({ id }) => id));
  const between = wires.filter(({ from, to }) => kept.has(from) && kept.has(to));
  localStorage.setItem(storageKey, JSON.stringify({ nodes: copied, wires: between }));
  return copied.length;
}

/** With their middle there, or where they were copied; in any case clear of what is there. */
export function pasteNodes(
  definition: ChainDefinition,
  middle: Position | null = null,
): { readonly definition: ChainDefinition; readonly ids: readonly string[] } | null {
  const text = localStorage.getItem(storageKey);
  if (text === null) return null;
  const copied = JSON.parse(text) as ChainDefinition;
  const names = new Map<string, string>();
  let grown = definition;
  const wanted = middle === null ? copied.nodes : movedAround(copied.nodes, middle);
  for (const node of movedClear(wanted, definition.nodes)) {
    const id = freeId(grown, node.id.replace(/-\d+$/, ""));
    names.set(node.id, id);
    grown = { ...grown, nodes: [...grown.nodes, { ...node, id }] };
  }
  const wires = copied.wires.map((wire) => ({
    ...wire,
    from: names.get(wire.from) ?? wire.from,
    to: names.get(wire.to) ?? wire.to,
  }));
  return { definition: { ...grown, wires: [...grown.wires, ...wires] }, ids: [...names.values()] };
}

function movedAround(nodes: readonly ChainNode[], middle: Position): readonly ChainNode[] {
  const columns = nodes.map(({ position }) => position.x);
  const rows = nodes.map(({ position }) => position.y);
  const right = Math.round(middle.x - (Math.min(...columns) + Math.max(...columns) + nodeWidthPx) / 2);
  const down = Math.round(middle.y - (Math.min(...rows) + Math.max(...rows) + nodeHeightPx(1)) / 2);
  return nodes.map((node) => {
    const { x, y } = node.position;
    return { ...node, position: { x: x + right, y: y + down } };
  });
}

/** Together, as far down as it takes for none of them to lie on a node that is there. */
function movedClear(nodes: readonly ChainNode[], there: readonly ChainNode[]): readonly ChainNode[] {
  const movedBy = (downPx: number) =>
    nodes.map((node) => ({ ...node, position: { x: node.position.x, y: node.position.y + downPx } }));
  let moved = movedBy(0);
  for (let downPx = shiftPx; moved.some(({ position }) => isTaken(there, position)); downPx += shiftPx)
    moved = movedBy(downPx);
  return moved;
}
