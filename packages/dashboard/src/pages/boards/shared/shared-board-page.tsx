import { useEffect } from "react";
import { isGone } from "../../../api/problem.ts";
import { exactTime } from "../../../format/time.ts";
import { setPageTitle } from "../../../ui/document-title.ts";
import { Failure } from "../../../ui/states.tsx";
import { EntryFrame } from "../../entry/entry-frame.tsx";
import { useLinkSecret } from "../../entry/link-secret.ts";
import { BoardSkeleton } from "../board-skeleton.tsx";
import { BoardView } from "../board-view.tsx";
import { BoardDataProvider, useSpan } from "../data/board-data.ts";
import { PlaceLine } from "../shown-place.tsx";
import { useScreenAwake } from "../use-screen-awake.ts";
import { sharedData } from "./shared-data.ts";
import { SharedTileContent } from "./shared-tile-content.tsx";
import { type SharedBoard, useSharedBoard, useSharedTiles } from "./use-shared-board.ts";

/**
 * The board of a share link, for people without an account and for screens. It has no links to other pages, also because
 * it may be shown in a frame of another site.
 */
export function SharedBoardPage() {
  const token = useLinkSecret();
  const board = useSharedBoard(token);
  if (token === "" || isGone(board.error)) return <DeadLink />;
  if (board.data?.embedding === false && isFramed()) return <NotEmbedded />;
  if (board.data !== undefined) return <ShownBoard token={token} board={board.data as SharedBoard} />;
  return (
    <main className="px-6 py-5 max-md:px-4">
      <h1 className="sr-only">Shared board</h1>
      {board.isError ? (
        <Failure error={board.error} onRetry={() => void board.refetch()} />
      ) : (
        <BoardSkeleton />
      )}
    </main>
  );
}

function ShownBoard({ token, board }: { readonly token: string; readonly board: SharedBoard }) {
  const { name, picked, definition, expires_at } = board;
  const span = useSpan(definition.span);
  const { tileOf, error } = useSharedTiles(token, board);
  useScreenAwake(true);
  useEffect(() => {
    setPageTitle(name);
  }, [name]);
  return (
    <main className="flex min-h-full flex-col gap-4 px-6 py-5 max-md:px-4">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="min-w-0 text-xl font-semibold wrap-anywhere">{name}</h1>
        <PlaceLine picked={picked} span={definition.span} />
        <p role="status" className="text-sm text-warn">
          {error !== null && "Some values aren’t up to date. Trying again…"}
        </p>
      </header>
      <BoardDataProvider value={sharedData(board, tileOf, span)}>
        {definition.tiles.length === 0 ? (
          <p className="py-12 text-center text-muted">This board is empty.</p>
        ) : (
          <BoardView
            tiles={definition.tiles}
            content={(tile, title) => (
              <SharedTileContent tile={tile} title={title} shown={tileOf(tile.id)?.shown} />
            )}
          />
        )}
      </BoardDataProvider>
      <footer className="mt-auto flex items-center gap-1.5 text-xs text-faint">
        <img src="/weir.svg" alt="" width={14} height={14} />
        Shared with Weir until {exactTime(Date.parse(expires_at))}
      </footer>
    </main>
  );
}

/**
 * The server cannot refuse this frame, because it never learns which link a page shows. A site around the frame cannot
 * change what this page does, so the page refuses it.
 */
function isFramed(): boolean {
  return window.top !== window.self;
}

function NotEmbedded() {
  return (
    <EntryFrame
      title="This board can’t be embedded"
      intro="Its share link doesn’t allow it. Ask the person who sent you the link for one that allows embedding."
    />
  );
}

function DeadLink() {
  return (
    <EntryFrame
      title="This link doesn’t work"
      intro="It may have expired or been revoked, or part of it is missing. Ask the person who sent it to you for a new one."
    />
  );
}
