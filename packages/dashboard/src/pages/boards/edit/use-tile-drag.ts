import { boardColumns } from "@weir/protocol/manage/board-limits";
import { type PointerEvent, type RefObject, useState } from "react";
import { gapPx, rowPx } from "../board-grid.tsx";
import type { Tile } from "../model/board.ts";
import { type Place, withTileAt } from "../model/grid.ts";

interface Drag {
  readonly id: string;
  readonly how: "move" | "resize";
  readonly from: Place;
  readonly startX: number;
  readonly startY: number;
  /** How far the pointer has moved, in pixels. */
  readonly byX: number;
  readonly byY: number;
}

export interface TileDrag {
  /** The tiles as they would be if the pointer were released now. */
  readonly tiles: readonly Tile[];
  /** The tile that is dragged, and how far it is drawn from its cell while it follows the pointer. */
  readonly dragged: { readonly id: string; readonly offsetX: number; readonly offsetY: number } | null;
  readonly handlersFor: (tile: Tile, how: Drag["how"]) => PointerHandlers;
}

interface PointerHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

/** Moves and resizes tiles with a pointer. Each step starts from the places before the drag. */
export function useTileDrag(
  grid: RefObject<HTMLElement | null>,
  tiles: readonly Tile[],
  onDrop: (tiles: readonly Tile[], id: string) => void,
): TileDrag {
  const [drag, setDrag] = useState<Drag | null>(null);
  const columnPx = ((grid.current?.clientWidth ?? 0) + gapPx) / boardColumns;
  const cellPx = { x: columnPx, y: rowPx + gapPx };
  const shown = drag === null ? tiles : withTileAt(tiles, drag.id, wantedPlace(drag, cellPx));
  const handlersFor: TileDrag["handlersFor"] = (tile, how) => ({
    onPointerDown: (event) => {
      const isOnButton = (event.target as HTMLElement).closest("[data-no-drag]") !== null;
      if (event.button !== 0 || isOnButton) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const [startX, startY] = [event.clientX, event.clientY];
      setDrag({ id: tile.id, how, from: tile.place, startX, startY, byX: 0, byY: 0 });
    },
    onPointerMove: ({ clientX, clientY }) =>
      setDrag((now) => now && { ...now, byX: clientX - now.startX, byY: clientY - now.startY }),
    onPointerUp: () => {
      if (drag !== null) onDrop(shown, drag.id);
      setDrag(null);
    },
    onPointerCancel: () => setDrag(null),
  });
  return { tiles: shown, dragged: drag && draggedTile(drag, shown, cellPx), handlersFor };
}

interface CellSize {
  readonly x: number;
  readonly y: number;
}

function wantedPlace({ how, from, byX, byY }: Drag, cellPx: CellSize): Place {
  const [right, down] = [Math.round(byX / cellPx.x), Math.round(byY / cellPx.y)];
  if (how === "move") return { ...from, x: from.x + right, y: from.y + down };
  const width = Math.min(from.width + right, boardColumns - from.x);
  return { ...from, width, height: from.height + down };
}

function draggedTile({ id, how, from, byX, byY }: Drag, shown: readonly Tile[], cellPx: CellSize) {
  const place = shown.find((tile) => tile.id === id)?.place;
  if (place === undefined || how === "resize") return { id, offsetX: 0, offsetY: 0 };
  return {
    id,
    offsetX: byX - (place.x - from.x) * cellPx.x,
    offsetY: byY - (place.y - from.y) * cellPx.y,
  };
}
