import type { ChainNode, Point } from "@weir/rule-engine/chain";

/** Distances between nodes that leave room for the label of a wire. */
export const columnPx = 288;
const rowPx = 120;
/** The step of the search for a free place. */
const stepPx = 20;

type Placed = readonly Pick<ChainNode, "position">[];

/** Tells whether a node at this place would overlap one of these, or lie too close to tell them apart. */
export function isTaken(nodes: Placed, { x, y }: Point): boolean {
  return nodes.some(
    ({ position }) => Math.abs(position.x - x) < columnPx - 40 && Math.abs(position.y - y) < rowPx - 20,
  );
}

export function placeBehind({ position: { x, y } }: ChainNode): Point {
  return { x: x + columnPx, y };
}

/** The nearest free place downwards. */
export function freePlaceBelow(nodes: Placed, wanted: Point): Point {
  let { y } = wanted;
  while (isTaken(nodes, { x: wanted.x, y })) y += rowPx;
  return { x: wanted.x, y };
}

/** The nearest free place upwards or downwards: a dropped node belongs near the pointer. */
export function nearestFreePlace(nodes: Placed, { x, y }: Point): Point {
  let awayPx = 0;
  while (isTaken(nodes, { x, y: y - awayPx }) && isTaken(nodes, { x, y: y + awayPx })) awayPx += stepPx;
  return { x, y: isTaken(nodes, { x, y: y - awayPx }) ? y + awayPx : y - awayPx };
}
