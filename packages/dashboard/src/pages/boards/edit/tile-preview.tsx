import { cx } from "../../../ui/class-names.ts";
import { gapPx, rowPx } from "../board-grid.tsx";
import { tileClass } from "../board-view.tsx";
import { BoardDataProvider, useLoadedBoard } from "../data/board-data.ts";
import type { BoardDefinition, Tile } from "../model/board.ts";
import { type TileDraft, usualSize } from "../model/new-tile.ts";
import { TileContent } from "../tiles/tile-content.tsx";
import { titleOf } from "../tiles/tile-title.ts";
import type { useBoardPlace } from "../use-board-place.ts";

export type PreviewedBoard = Pick<ReturnType<typeof useBoardPlace>, "picked" | "span"> & {
  readonly uuid: string;
  readonly definition: BoardDefinition;
};

/** The tile as the form describes it, with its values. */
export function TilePreview({
  draft,
  board: { uuid, definition, picked, span },
}: {
  readonly draft: TileDraft;
  readonly board: PreviewedBoard;
}) {
  const size = usualSize(draft.kind);
  const tile = { ...draft, id: "preview", place: { x: 0, y: 0, ...size } } as Tile;
  const data = useLoadedBoard({ board: uuid, definition: { ...definition, tiles: [tile] } }, picked, span);
  const title = titleOf(tile, data.resolve);
  return (
    <BoardDataProvider value={data}>
      <article
        aria-label={`Preview of ${title}`}
        className={cx(tileClass, "mt-1")}
        style={{ height: size.height * (rowPx + gapPx) - gapPx }}
      >
        <p className="truncate px-3 pt-2 pb-1 text-sm font-medium">{title}</p>
        <div inert className="min-h-0 flex-1">
          <TileContent tile={tile} title={title} />
        </div>
      </article>
    </BoardDataProvider>
  );
}
