import { Graph, layout } from "@dagrejs/dagre";
import type { ChainDefinition, Position } from "@weir/rule-engine/chain";

export interface NodeSize {
  readonly width: number;
  readonly height: number;
}

/** Places for all nodes, from left to right along the wires. */
export function layOut(
  { nodes, wires }: ChainDefinition,
  sizeOf: (nodeId: string) => NodeSize,
): ReadonlyMap<string, Position> {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", ranksep: 96, nodesep: 32 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...sizeOf(id) });
  for (const { from, output, to } of wires) graph.setEdge(from, to, {}, output);
  layout(graph);
  const corner = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY };
  const places = nodes.map(({ id }) => {
    const { x, y } = graph.node(id) as Position;
    const { width, height } = sizeOf(id);
    const place = { x: Math.round(x - width / 2), y: Math.round(y - height / 2) };
    corner.x = Math.min(corner.x, place.x);
    corner.y = Math.min(corner.y, place.y);
    return [id, place] as const;
  });
  return new Map(places.map(([id, { x, y }]) => [id, { x: x - corner.x, y: y - corner.y }]));
}
