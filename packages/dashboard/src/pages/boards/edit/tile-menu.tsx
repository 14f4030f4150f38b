import { ArrowDown, ArrowUp, Ellipsis, Minus, PenLine, Plus, Trash2 } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { Tile } from "../model/board.ts";
import { resizedTile } from "../model/grid.ts";
import { movedInOrder } from "../model/tile-order.ts";

/** What can be done with a tile on a phone, where nothing can be dragged. */
export function TileMenu({
  tile: { id },
  title,
  tiles,
  onArrange,
  onEdit,
  onDelete,
}: {
  readonly tile: Tile;
  readonly title: string;
  readonly tiles: readonly Tile[];
  readonly onArrange: (tiles: readonly Tile[]) => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) {
  /** An action that would change nothing is disabled. */
  const arranging = (label: string, icon: typeof Plus, arranged: readonly Tile[]) => {
    const Icon = icon;
    return {
      label,
      staysOpen: true,
      icon: <Icon size={15} aria-hidden />,
      isDisabled: JSON.stringify(arranged) === JSON.stringify(tiles),
      onSelect: () => onArrange(arranged),
    };
  };
  return (
    <Menu
      trigger={
        <IconButton label={`Arrange ${title}`} className="size-7!">
          <Ellipsis size={15} aria-hidden />
        </IconButton>
      }
      entries={[
        arranging("Move up", ArrowUp, movedInOrder(tiles, id, "up")),
        arranging("Move down", ArrowDown, movedInOrder(tiles, id, "down")),
        "line",
        arranging("Taller", Plus, resizedTile(tiles, id, "down")),
        arranging("Shorter", Minus, resizedTile(tiles, id, "up")),
        arranging("Wider on large screens", Plus, resizedTile(tiles, id, "right")),
        arranging("Narrower on large screens", Minus, resizedTile(tiles, id, "left")),
        "line",
        { label: "Edit…", icon: <PenLine size={15} aria-hidden />, onSelect: onEdit },
        { label: "Delete", icon: <Trash2 size={15} aria-hidden />, isDangerous: true, onSelect: onDelete },
      ]}
    />
  );
}
