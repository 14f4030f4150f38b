import type { CSSProperties, ReactNode, RefObject } from "react";
import { cx } from "../../ui/class-names.ts";
import type { Tile } from "./model/board.ts";
import type { Place } from "./model/grid.ts";

/** The height of a row and the gap between cells, in pixels. They are also in the classes below. */
export const rowPx = 64;
export const gapPx = 12;

/** Tiles on their places. On a phone they follow each other in one column. */
export function BoardGrid({
  tiles,
  grid,
  fitsWindow = false,
  children,
}: {
  readonly tiles: readonly Tile[];
  /** Whether the rows share the height that is there, as far as tiles stay readable. */
  readonly fitsWindow?: boolean;
  readonly grid?: RefObject<HTMLDivElement | null>;
  readonly children: (tile: Tile) => ReactNode;
}) {
  return (
    <div
      ref={grid}
      className={cx(
        "grid auto-rows-[64px] grid-cols-12 gap-3 max-md:flex max-md:flex-col",
        fitsWindow && "md:flex-1 md:[grid-template-rows:var(--rows)]",
      )}
      style={fitsWindow ? fittedRows(tiles) : undefined}
    >
      {tiles.map((tile) => children(tile))}
    </div>
  );
}

/** A value with its sparkline is readable in two rows of this height. */
const fittedRowMinPx = 40;

function fittedRows(tiles: readonly Tile[]): CSSProperties {
  const count = Math.max(...tiles.map(({ place: { y, height } }) => y + height));
  return { "--rows": `repeat(${count}, minmax(${fittedRowMinPx}px, 1fr))` } as CSSProperties;
}

/** The class and the style of a tile at this place. */
export const placeClass = "min-w-0 md:[grid-area:var(--area)] max-md:h-(--height)";

export function placeStyle({ x, y, width, height }: Place): CSSProperties {
  return {
    "--area": `${y + 1} / ${x + 1} / span ${height} / span ${width}`,
    "--height": `${height * (rowPx + gapPx) - gapPx}px`,
  } as CSSProperties;
}
