import { Redo2, Settings2, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import type { Versioned } from "../../../api/client.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { useIsNarrow } from "../../../ui/use-is-narrow.ts";
import { useUnsaved } from "../../../ui/use-unsaved.tsx";
import { BoardControls } from "../board-controls.tsx";
import { BoardGrid } from "../board-grid.tsx";
import { BoardDataProvider, useLoadedBoard } from "../data/board-data.ts";
import type { Board, Tile, TileKind } from "../model/board.ts";
import { compacted, inReadingOrder } from "../model/grid.ts";
import { withNewTile } from "../model/new-tile.ts";
import { titleOf } from "../tiles/tile-title.ts";
import { useBoardPlace } from "../use-board-place.ts";
import { AddTileMenu } from "./add-tile-menu.tsx";
import { BoardSettingsDialog } from "./board-settings-dialog.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { EditableTile, tileKeysId } from "./editable-tile.tsx";
import { TileDialog } from "./tile-dialog.tsx";
import { numberText, placeText, tilesAfterKey } from "./tile-keys.ts";
import { TileMenu } from "./tile-menu.tsx";
import { useBoardDraft } from "./use-board-draft.ts";
import { useSaveBoard } from "./use-save-board.ts";
import { useTileDrag } from "./use-tile-drag.ts";
import { useUndoKeys } from "./use-undo-keys.ts";

type Asked = { readonly tile: Tile } | { readonly kind: TileKind } | "settings" | null;

/** A board while it is changed. Everybody else sees the saved board until it is saved. */
export function BoardEditor({
  first,
  onClose,
}: {
  readonly first: Versioned<Board>;
  readonly onClose: () => void;
}) {
  const { uuid, name } = first.value;
  const draft = useBoardDraft(first.value.definition);
  const { definition, change } = draft;
  const place = useBoardPlace(definition);
  const data = useLoadedBoard({ board: uuid, definition }, place.picked, place.span);
  const [asked, setAsked] = useState<Asked>(null);
  const [said, setSaid] = useState("");
  const grid = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const saving = useSaveBoard({ uuid, first, onSaved: onClose });
  const { question, close } = useUnsaved(draft.isChanged && !saving.isSaved ? ["board"] : [], onClose);
  const setTiles = (tiles: readonly Tile[]) => change({ ...definition, tiles: [...tiles] });
  const say = (tiles: readonly Tile[], id: string) => {
    const tile = tiles.find((one) => one.id === id);
    if (tile === undefined) return;
    const place = isNarrow ? numberText(tile, tiles) : placeText(tile);
    setSaid(`${titleOf(tile, data.resolve)}: ${place}.`);
  };
  const arrange = (tiles: readonly Tile[], id: string) => {
    setTiles(tiles);
    say(tiles, id);
  };
  const drag = useTileDrag(grid, definition.tiles, arrange);
  useUndoKeys(draft);

  const remove = (tile: Tile) => {
    const nth = definition.tiles.indexOf(tile);
    const neighbour = definition.tiles[nth + 1] ?? definition.tiles[nth - 1];
    setTiles(compacted(definition.tiles.filter((other) => other.id !== tile.id)));
    setSaid(`${titleOf(tile, data.resolve)} was deleted.`);
    // The focus would be lost with the tile.
    const next = neighbour === undefined ? "[data-add-tile]" : `[data-tile-handle="${neighbour.id}"]`;
    document.querySelector<HTMLElement>(next)?.focus();
  };

  return (
    <Page
      title={name}
      isWide
      crumbs={[{ label: "Boards", to: "/boards" }]}
      aside={
        <div className="flex items-center gap-1">
          <IconButton label="Undo" disabled={!draft.canUndo} onClick={draft.undo}>
            <Undo2 size={16} aria-hidden />
          </IconButton>
          <IconButton label="Redo" disabled={!draft.canRedo} onClick={draft.redo}>
            <Redo2 size={16} aria-hidden />
          </IconButton>
          <Button
            look="quiet"
            icon={<Settings2 size={15} aria-hidden />}
            onClick={() => setAsked("settings")}
          >
            Board settings
          </Button>
          <AddTileMenu onAdd={(kind) => setAsked({ kind })} />
        </div>
      }
      action={
        <>
          <Button onClick={close}>{draft.isChanged ? "Cancel" : "Done"}</Button>
          <Button
            look="primary"
            disabled={!draft.isChanged}
            isBusy={saving.isPending}
            onClick={() => saving.save(definition)}
          >
            Save
          </Button>
        </>
      }
    >
      <BoardDataProvider value={data}>
        <div className="flex flex-col gap-3">
          <ChangedMeanwhile
            saving={saving}
            onOverwrite={() => saving.overwrite(definition)}
            onTake={onClose}
          />
          <BoardControls definition={definition} place={place} />
          <p id={tileKeysId} className="text-xs text-faint max-md:hidden">
            Drag a tile by its header, and resize it at its corner. With the keyboard, focus a tile’s handle:
            arrow keys move it, Shift and arrow keys resize it, and Delete removes it.
          </p>
          <p className="text-xs text-faint md:hidden">Use a tile’s menu to move, resize or edit it.</p>
          <p role="status" className="sr-only">
            {said}
          </p>
          <BoardGrid tiles={isNarrow ? inReadingOrder(drag.tiles) : drag.tiles} grid={grid}>
            {(tile) => (
              <EditableTile
                key={tile.id}
                tile={tile}
                drag={drag}
                title={titleOf(tile, data.resolve)}
                menu={
                  isNarrow ? (
                    <TileMenu
                      tile={tile}
                      title={titleOf(tile, data.resolve)}
                      tiles={definition.tiles}
                      onArrange={(tiles) => arrange(tiles, tile.id)}
                      onEdit={() => setAsked({ tile })}
                      onDelete={() => remove(tile)}
                    />
                  ) : null
                }
                onEdit={() => setAsked({ tile })}
                onDelete={() => remove(tile)}
                onKey={(event) => {
                  if (event.key === "Delete" || event.key === "Backspace") return remove(tile);
                  const tiles = tilesAfterKey(definition.tiles, tile.id, event);
                  if (tiles === null) return;
                  event.preventDefault();
                  arrange(tiles, tile.id);
                }}
              />
            )}
          </BoardGrid>
          {definition.tiles.length === 0 && <NoTiles />}
        </div>
        {asked === "settings" && (
          <BoardSettingsDialog definition={definition} onChange={change} onClose={() => setAsked(null)} />
        )}
        {asked !== null && asked !== "settings" && (
          <TileDialog
            start={"tile" in asked ? asked.tile : asked.kind}
            board={{ uuid, definition, picked: place.picked, span: place.span }}
            onSave={(changed) =>
              setTiles(
                "tile" in asked
                  ? definition.tiles.map((tile) =>
                      tile.id === asked.tile.id ? ({ ...tile, ...changed } as Tile) : tile,
                    )
                  : withNewTile(definition.tiles, changed),
              )
            }
            onClose={() => setAsked(null)}
          />
        )}
      </BoardDataProvider>
      {question}
    </Page>
  );
}

function NoTiles() {
  return (
    <div className="rounded-lg border border-dashed border-line-strong px-6 py-12 text-center text-sm text-muted">
      Add the first tile to this board.
    </div>
  );
}
