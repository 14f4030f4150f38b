import type { ChainDefinition } from "@weir/rule-engine/chain";
import { freeId } from "./add-node.ts";

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

export function pasteNodes(
  definition: ChainDefinition,
): { readonly definition: ChainDefinition; readonly ids: readonly string[] } | null {
  const text = localStorage.getItem(storageKey);
  if (text === null) return null;
  const copied = JSON.parse(text) as ChainDefinition;
  const names = new Map<string, string>();
  let grown = definition;
  for (const node of copied.nodes) {
    const id = freeId(grown, node.id.replace(/-\d+$/, ""));
    names.set(node.id, id);
    const position = { x: node.position.x + shiftPx, y: node.position.y + shiftPx };
    grown = { ...grown, nodes: [...grown.nodes, { ...node, id, position }] };
  }
  // The next one goes a little further, so that no two lie on each other.
  const placed = copied.nodes.map((node) => ({
    ...node,
    position: { x: node.position.x + shiftPx, y: node.position.y + shiftPx },
  }));
  localStorage.setItem(storageKey, JSON.stringify({ ...copied, nodes: placed }));
  const wires = copied.wires.map((wire) => ({
    ...wire,
    from: names.get(wire.from) ?? wire.from,
    to: names.get(wire.to) ?? wire.to,
  }));
  return { definition: { ...grown, wires: [...grown.wires, ...wires] }, ids: [...names.values()] };
}
