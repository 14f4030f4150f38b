import { GripVertical, PenLine, Trash2 } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { placeClass, placeStyle } from "../board-grid.tsx";
import { tileClass } from "../board-view.tsx";
import type { Tile } from "../model/board.ts";
import { TileContent } from "../tiles/tile-content.tsx";
import type { TileDrag } from "./use-tile-drag.ts";

/** The text that explains the keys to screen readers. */
export const tileKeysId = "tile-keys";

/** A tile while the board is edited: it can be moved, resized, changed and deleted. */
export function EditableTile({
  tile,
  title,
  drag,
  menu,
  onKey,
  onEdit,
  onDelete,
}: {
  readonly tile: Tile;
  readonly title: string;
  readonly drag: TileDrag;
  /** Arranges the tile on a phone; null on a larger screen, where it has a handle. */
  readonly menu: ReactNode;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) {
  const { dragged, handlersFor } = drag;
  const own = dragged?.id === tile.id ? dragged : null;
  return (
    <>
      {own !== null && (
        <div
          aria-hidden
          data-drop-place
          className={cx(placeClass, "rounded-lg border-2 border-dashed border-accent bg-accent-soft")}
          style={placeStyle(tile.place)}
        />
      )}
      <article
        aria-label={title}
        className={cx(
          tileClass,
          placeClass,
          "relative",
          own !== null ? "z-10 border-accent shadow-(--shadow)" : "border-line-strong",
        )}
        style={{
          ...placeStyle(tile.place),
          ...(own === null ? {} : { transform: `translate(${own.offsetX}px, ${own.offsetY}px)` }),
        }}
      >
        <header
          {...(menu === null ? handlersFor(tile, "move") : {})}
          className="flex md:touch-none items-center gap-1 border-b border-line bg-sunken pr-1 pl-1 select-none md:cursor-grab md:active:cursor-grabbing"
        >
          <button
            type="button"
            data-tile-handle={tile.id}
            aria-label={`Move or resize ${title}`}
            aria-describedby={tileKeysId}
            onKeyDown={onKey}
            className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:text-text md:cursor-grab max-md:hidden"
          >
            <GripVertical size={15} aria-hidden />
          </button>
          <h2 title={title} className="min-w-0 flex-1 truncate py-1 text-sm font-medium max-md:pl-2">
            {title}
          </h2>
          <div data-no-drag className="flex shrink-0">
            {menu ?? (
              <>
                <IconButton label={`Edit ${title}`} className="size-7!" onClick={onEdit}>
                  <PenLine size={14} aria-hidden />
                </IconButton>
                <IconButton label={`Delete ${title}`} className="size-7!" onClick={onDelete}>
                  <Trash2 size={14} aria-hidden />
                </IconButton>
              </>
            )}
          </div>
        </header>
        <div inert className="min-h-0 flex-1 pt-1">
          <TileContent tile={tile} title={title} />
        </div>
        <div
          {...handlersFor(tile, "resize")}
          aria-hidden
          className="absolute right-0 bottom-0 size-5 cursor-nwse-resize touch-none max-md:hidden"
        >
          <div className="absolute right-1 bottom-1 size-2.5 border-r-2 border-b-2 border-faint" />
        </div>
      </article>
    </>
  );
}
