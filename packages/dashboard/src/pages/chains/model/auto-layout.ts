import { Graph, layout } from "@dagrejs/dagre";
import type { ChainDefinition, Position } from "@weir/rule-engine/chain";
import { labelledGapPx } from "./wire-label.ts";
import { wrapColumns } from "./wrap-columns.ts";

export interface NodeSize {
  readonly width: number;
  readonly height: number;
}

const rankGapMinPx = 72;
/** For the curve of a wire, beside its label. */
const bendPx = 24;

/** What has to be known of a node to place it. */
interface NodeShape {
  readonly sizeOf: (nodeId: string) => NodeSize;
  /** From top to bottom. */
  readonly outputsOf: (nodeId: string) => readonly string[];
}

/**
 * Places for all nodes, from left to right along the wires, with room for what is written on them. A long chain goes on
 * in further rows.
 */
export function layOut(
  definition: ChainDefinition,
  { sizeOf, outputsOf }: NodeShape,
): ReadonlyMap<string, Position> {
  const { nodes, wires } = definition;
  const graph = new Graph({ multigraph: true });
  const ranksep = Math.max(rankGapMinPx, ...wires.map(({ output }) => labelledGapPx(output) + bendPx));
  graph.setGraph({ rankdir: "LR", ranksep, nodesep: 32 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...sizeOf(id) });
  for (const { from, output, to } of wires) graph.setEdge(from, to, {}, output);
  layout(graph);
  const middleOf = (id: string) => graph.node(id) as Position;
  const turn = isUpsideDown(definition, outputsOf, (id) => middleOf(id).y) ? -1 : 1;
  const places = nodes.map(({ id }) => {
    const { width, height } = sizeOf(id);
    const { x, y } = middleOf(id);
    return [id, { x: Math.round(x - width / 2), y: Math.round(turn * y - height / 2) }] as const;
  });
  const left = Math.min(...places.map(([, { x }]) => x));
  const top = Math.min(...places.map(([, { y }]) => y));
  return wrapColumns(new Map(places.map(([id, { x, y }]) => [id, { x: x - left, y: y - top }])), sizeOf);
}

/**
 * Whether more pairs of wires of a node lead to the wrong side of each other than to the right one: the layout does not
 * know in which order outputs stand at a node, and is as good the other way round.
 */
function isUpsideDown(
  { nodes, wires }: ChainDefinition,
  outputsOf: NodeShape["outputsOf"],
  heightOf: (nodeId: string) => number,
): boolean {
  let surplus = 0;
  for (const { id } of nodes) {
    const order = outputsOf(id);
    const leaving = wires
      .filter(({ from }) => from === id)
      .toSorted((one, other) => order.indexOf(one.output) - order.indexOf(other.output));
    for (const [place, upper] of leaving.entries()) {
      for (const lower of leaving.slice(place + 1)) {
        surplus += Math.sign(heightOf(lower.to) - heightOf(upper.to));
      }
    }
  }
  return surplus < 0;
}
