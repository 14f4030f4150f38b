import { useParams } from "@tanstack/react-router";
import { LayoutDashboard, Minimize, PenLine, Plus } from "lucide-react";
import { isGone } from "../../api/problem.ts";
import { NotThere } from "../../app/not-there.tsx";
import { useFlag } from "../../app/use-flag.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { type Crumb, Page } from "../../ui/page.tsx";
import { EmptyState, Failure } from "../../ui/states.tsx";
import { BoardActions } from "./board-actions.tsx";
import { BoardControls } from "./board-controls.tsx";
import { BoardSkeleton } from "./board-skeleton.tsx";
import { BoardView } from "./board-view.tsx";
import { BoardDataProvider, useLoadedBoard } from "./data/board-data.ts";
import { BoardEditor } from "./edit/board-editor.tsx";
import type { Board } from "./model/board.ts";
import { ShownPlace } from "./shown-place.tsx";
import { useBoard, useMayChange } from "./use-board.ts";
import { useBoardPlace } from "./use-board-place.ts";
import { useEscFromKiosk, useKiosk } from "./use-kiosk.ts";
import { useScreenAwake } from "./use-screen-awake.ts";

const crumbs: readonly Crumb[] = [{ label: "Boards", to: "/boards" }];

/** One board: to look at, or to edit. */
export function BoardPage() {
  const { board: uuid = "" } = useParams({ strict: false });
  const result = useBoard(uuid);
  const [isEdited, setIsEdited] = useFlag("edit");
  const mayChange = useMayChange();
  if (result.data === undefined || isGone(result.error)) {
    return (
      <Page title="Board" crumbs={crumbs}>
        {isGone(result.error) ? (
          <NotThere what="board" all={{ label: "All boards", to: "/boards" }} />
        ) : result.isError ? (
          <Failure error={result.error} onRetry={() => void result.refetch()} />
        ) : (
          <BoardSkeleton />
        )}
      </Page>
    );
  }
  const { value: board } = result.data;
  if (isEdited && mayChange(board)) {
    return <BoardEditor key={uuid} first={result.data} onClose={() => setIsEdited(false)} />;
  }
  return <ShownBoard key={uuid} board={board} onEdit={mayChange(board) ? () => setIsEdited(true) : null} />;
}

function ShownBoard({ board, onEdit }: { readonly board: Board; readonly onEdit: (() => void) | null }) {
  const { uuid, definition, name } = board;
  const place = useBoardPlace(definition);
  const data = useLoadedBoard({ board: uuid, definition }, place.picked, place.span);
  const kiosk = useKiosk();
  useScreenAwake(kiosk.isOn);
  useEscFromKiosk(kiosk);
  if (kiosk.isOn && definition.tiles.length > 0) {
    return (
      <Page
        title={name}
        isFull
        aside={<ShownPlace data={data} />}
        action={
          <IconButton label="Leave kiosk mode" title="Leave kiosk mode (Esc)" onClick={kiosk.leave}>
            <Minimize size={16} aria-hidden />
          </IconButton>
        }
      >
        <BoardDataProvider value={data}>
          <div className="flex h-full flex-col overflow-y-auto px-6 pb-6 max-md:px-4">
            <BoardView fitsWindow tiles={definition.tiles} />
          </div>
        </BoardDataProvider>
      </Page>
    );
  }
  return (
    <Page
      title={name}
      isWide
      crumbs={crumbs}
      action={
        <>
          {onEdit !== null && (
            <Button icon={<PenLine size={14} aria-hidden />} onClick={onEdit}>
              Edit
            </Button>
          )}
          <BoardActions board={board} isOpen />
        </>
      }
    >
      <BoardDataProvider value={data}>
        <div className="flex flex-col gap-3">
          {definition.tiles.length === 0 ? (
            <EmptyBoard onEdit={onEdit} />
          ) : (
            <>
              <BoardControls definition={definition} place={place} />
              <BoardView tiles={definition.tiles} />
            </>
          )}
        </div>
      </BoardDataProvider>
    </Page>
  );
}

function EmptyBoard({ onEdit }: { readonly onEdit: (() => void) | null }) {
  return (
    <Card>
      <EmptyState
        icon={<LayoutDashboard size={24} />}
        title="This board is empty"
        action={
          onEdit !== null && (
            <Button look="primary" icon={<Plus size={15} aria-hidden />} onClick={onEdit}>
              Add tiles
            </Button>
          )
        }
      >
        Tiles show values, charts, tables, alarms and text.
      </EmptyState>
    </Card>
  );
}
