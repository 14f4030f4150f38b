import type { CSSProperties, ReactNode, RefObject } from "react";
import type { Tile } from "./model/board.ts";
import type { Place } from "./model/grid.ts";

/** The height of a row and the gap between cells, in pixels. They are also in the classes below. */
export const rowPx = 64;
export const gapPx = 12;

/** Tiles on their places. On a phone they follow each other in one column. */
export function BoardGrid({
  tiles,
  grid,
  children,
}: {
  readonly tiles: readonly Tile[];
  readonly grid?: RefObject<HTMLDivElement | null>;
  readonly children: (tile: Tile) => ReactNode;
}) {
  return (
    <div ref={grid} className="grid auto-rows-[64px] grid-cols-12 gap-3 max-md:flex max-md:flex-col">
      {tiles.map((tile) => children(tile))}
    </div>
  );
}

/** The class and the style of a tile at this place. */
export const placeClass = "min-w-0 md:[grid-area:var(--area)] max-md:h-(--height)";

export function placeStyle({ x, y, width, height }: Place): CSSProperties {
  return {
    "--area": `${y + 1} / ${x + 1} / span ${height} / span ${width}`,
    "--height": `${height * (rowPx + gapPx) - gapPx}px`,
  } as CSSProperties;
}
