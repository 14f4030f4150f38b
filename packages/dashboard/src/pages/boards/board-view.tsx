import type { ReactNode } from "react";
import { cx } from "../../ui/class-names.ts";
import { BoardGrid, placeClass, placeStyle } from "./board-grid.tsx";
import { useTileData } from "./data/board-data.ts";
import type { Tile } from "./model/board.ts";
import { inReadingOrder } from "./model/grid.ts";
import { TileContent } from "./tiles/tile-content.tsx";
import { TileLink } from "./tiles/tile-link.tsx";
import { titleOf } from "./tiles/tile-title.ts";

/** The tiles of a board. */
export function BoardView({
  tiles,
  fitsWindow = false,
  content = (tile, title) => <TileContent tile={tile} title={title} />,
}: {
  readonly tiles: readonly Tile[];
  readonly fitsWindow?: boolean;
  /** Shows what a tile shows. */
  readonly content?: (tile: Tile, title: string) => ReactNode;
}) {
  const { resolve } = useTileData();
  return (
    <BoardGrid tiles={inReadingOrder(tiles)} fitsWindow={fitsWindow}>
      {(tile) => {
        const title = titleOf(tile, resolve);
        return (
          <article
            key={tile.id}
            aria-label={title}
            className={cx(tileClass, placeClass)}
            style={placeStyle(tile.place)}
          >
            <TileHead tile={tile} title={title} />
            <div className="min-h-0 flex-1">{content(tile, title)}</div>
          </article>
        );
      }}
    </BoardGrid>
  );
}

export const tileClass = "flex flex-col overflow-hidden rounded-lg border border-line bg-surface";

function TileHead({ tile, title }: { readonly tile: Tile; readonly title: string }) {
  return (
    <h2 title={title} className="truncate px-3 pt-2 pb-1 text-sm font-medium">
      <TileLink tile={tile}>{title}</TileLink>
    </h2>
  );
}
