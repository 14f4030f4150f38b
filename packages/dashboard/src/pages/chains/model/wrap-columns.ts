import type { Position } from "@weir/rule-engine/chain";
import type { NodeSize } from "./auto-layout.ts";

/** As many beside each other can still be followed by moving along. */
const columnsInOneRowMax = 10;
/** Fewer would make of a chain a staircase. */
const columnsInRowMin = 6;
/** About the shape of a screen. */
const widthToHeight = 1.6;
/** For the wires that lead from the end of a row to the beginning of the next. */
const rowGapPx = 96;

type Places = ReadonlyMap<string, Position>;

/** Breaks what would be one very long row into several below each other, as text is broken into lines. */
export function wrapColumns(places: Places, sizeOf: (nodeId: string) => NodeSize): Places {
  const columns = [...Map.groupBy(places, ([, { x }]) => x)].toSorted(([one], [other]) => one - other);
  if (columns.length <= columnsInOneRowMax) return places;
  const right = Math.max(...[...places].map(([id, { x }]) => x + sizeOf(id).width));
  const rowHeight = heightOf([...places], sizeOf) + rowGapPx;
  const rows = Math.max(1, Math.round(Math.sqrt(right / (widthToHeight * rowHeight))));
  const inRow = Math.max(columnsInRowMin, Math.ceil(columns.length / rows));
  const wrapped = new Map<string, Position>();
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

function heightOf(row: readonly (readonly [string, Position])[], sizeOf: (id: string) => NodeSize): number {
  const bottom = Math.max(...row.map(([id, { y }]) => y + sizeOf(id).height));
  return bottom - Math.min(...row.map(([, { y }]) => y));
}
