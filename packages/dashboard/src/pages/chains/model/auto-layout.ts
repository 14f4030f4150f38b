import { Graph, layout } from "@dagrejs/dagre";
import type { ChainDefinition, Point } from "@weir/rule-engine/chain";
import { moveNodes } from "./edit-definition.ts";
import { labelledGapPx, nodeHeightPx, nodeWidthPx } from "./node-geometry.ts";
import { outputsOf } from "./node-outputs.ts";
import type { NodeType } from "./node-type.ts";

interface NodeSize {
  readonly width: number;
  readonly height: number;
}

const rankGapMinPx = 72;
/** Room for the curve of a wire beside its label. */
const bendPx = 24;
/** A reader can still follow this many columns in one row. */
const columnsInOneRowMax = 10;
/** With fewer columns in a row, a chain would look like a staircase. */
const columnsInRowMin = 6;
/** About the shape of a screen. */
const widthToHeight = 1.6;
/** Room for the wires that lead from the end of a row to the start of the next. */
const rowGapPx = 96;

type Places = ReadonlyMap<string, Point>;

/** What the layout needs to know about nodes. */
interface NodeShape {
  readonly sizeOf: (nodeId: string) => NodeSize;
  /** From top to bottom. */
  readonly outputsOf: (nodeId: string) => readonly string[];
}

/** Moves all nodes to tidy places. `drawnHeight` is the height of a node on the canvas, if it is drawn. */
export function tidyUp(
  definition: ChainDefinition,
  nodeTypes: ReadonlyMap<string, NodeType>,
  drawnHeight: (nodeId: string) => number | undefined,
): ChainDefinition {
  const outputs = new Map(
    definition.nodes.map(({ id, type, config }) => [id, outputsOf(nodeTypes.get(type), config)]),
  );
  const places = layOut(definition, {
    sizeOf: (id) => ({
      width: nodeWidthPx,
      height: drawnHeight(id) ?? nodeHeightPx(outputs.get(id)?.length ?? 0),
    }),
    outputsOf: (id) => outputs.get(id) ?? [],
  });
  return moveNodes(definition, places);
}

/**
 * Places all nodes from left to right along the wires, with room for what is written on the wires. A long chain continues
 * in further rows.
 */
export function layOut(definition: ChainDefinition, { sizeOf, outputsOf }: NodeShape): Places {
  const { nodes, wires } = definition;
  const graph = new Graph({ multigraph: true });
  const ranksep = Math.max(rankGapMinPx, ...wires.map(({ output }) => labelledGapPx(output) + bendPx));
  graph.setGraph({ rankdir: "LR", ranksep, nodesep: 32 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...sizeOf(id) });
  for (const { from, output, to } of wires) graph.setEdge(from, to, {}, output);
  layout(graph);
  const middleOf = (id: string) => graph.node(id) as Point;
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
 * Tells whether more pairs of wires cross than would if the drawing were turned upside down. The layout library does not
 * know the order of the outputs at a node, and its result is as good either way up.
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
    for (const [index, upper] of leaving.entries()) {
      for (const lower of leaving.slice(index + 1)) {
        surplus += Math.sign(heightOf(lower.to) - heightOf(upper.to));
      }
    }
  }
  return surplus < 0;
}

/** Breaks one very long row into several rows, as text is broken into lines. */
function wrapColumns(places: Places, sizeOf: NodeShape["sizeOf"]): Places {
  const columns = [...Map.groupBy(places, ([, { x }]) => x)].toSorted(([one], [other]) => one - other);
  if (columns.length <= columnsInOneRowMax) return places;
  const right = Math.max(...[...places].map(([id, { x }]) => x + sizeOf(id).width));
  const rowHeight = heightOf([...places], sizeOf) + rowGapPx;
  const rows = Math.max(1, Math.round(Math.sqrt(right / (widthToHeight * rowHeight))));
  const inRow = Math.max(columnsInRowMin, Math.ceil(columns.length / rows));
  const wrapped = new Map<string, Point>();
  let top = 0;
  for (let first = 0; first < columns.length; first += inRow) {
    const row = columns.slice(first, first + inRow).flatMap(([, column]) => column);
    const left = columns[first]![0];
    const highest = Math.min(...row.map(([, { y }]) => y));
    for (const [id, { x, y }] of row) wrapped.set(id, { x: x - left, y: y - highest + top });
    top += heightOf(row, sizeOf) + rowGapPx;
  }
  return wrapped;
}

function heightOf(row: readonly (readonly [string, Point])[], sizeOf: NodeShape["sizeOf"]): number {
  const bottom = Math.max(...row.map(([id, { y }]) => y + sizeOf(id).height));
  return bottom - Math.min(...row.map(([, { y }]) => y));
}
