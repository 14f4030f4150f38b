import { Link, useNavigate } from "@tanstack/react-router";
import { LayoutDashboard, PenLine } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { pinBoard } from "../../app/home-board.ts";
import { useMay, useSession } from "../../app/session.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { EmptyState, Failure } from "../../ui/states.tsx";
import { BoardControls } from "../boards/board-controls.tsx";
import { BoardSkeleton } from "../boards/board-skeleton.tsx";
import { BoardView } from "../boards/board-view.tsx";
import { BoardDataProvider, useLoadedBoard } from "../boards/data/board-data.ts";
import { useMayChange } from "../boards/use-board.ts";
import { useBoardPlace } from "../boards/use-board-place.ts";
import { PinGoneNote } from "./pin-gone-note.tsx";
import type { HomeBoard, LoadedHomeBoard } from "./use-home-board.ts";

const ChooseBoardDialog = lazyPart(async () => (await import("./choose-board-dialog.tsx")).ChooseBoardDialog);

/** The person's board, live. `isHeld` shows its place until everything above it is known. */
export function HomeBoardPart({
  result: { data, isError, error, refetch },
  isHeld,
}: {
  readonly result: LoadedHomeBoard;
  readonly isHeld: boolean;
}) {
  if (data === undefined && isError)
    return (
      <Card>
        <Failure error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (data === undefined || isHeld) return <BoardSkeleton />;
  // Another board has tiles of its own.
  return <ShownBoard key={data.board?.uuid} shown={data} />;
}

function ShownBoard({ shown: { board, definition, isPinGone } }: { readonly shown: HomeBoard }) {
  const place = useBoardPlace(definition);
  const data = useLoadedBoard({ board: board?.uuid ?? null, definition }, place.picked, place.span);
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <BoardDataProvider value={data}>
      <div className="flex min-w-0 flex-col gap-3">
        <div className="flex min-h-8 flex-wrap items-center gap-2">
          <h2 className="mr-auto min-w-0 truncate text-base font-semibold">
            {board === null ? (
              "Overview"
            ) : (
              <Link to="/boards/$board" params={{ board: board.uuid }} className="hover:underline">
                {board.name}
              </Link>
            )}
          </h2>
          <BoardControls definition={definition} place={place} />
          <Button
            icon={<LayoutDashboard size={14} aria-hidden />}
            onClick={() => setIsChoosing(true)}
            className="max-sm:flex-1"
          >
            Choose board
          </Button>
          {board === null ? <CustomizeButton definition={definition} /> : <EditButton board={board} />}
        </div>
        {isPinGone && <PinGoneNote isOverview={board === null} />}
        {definition.tiles.length === 0 ? (
          <Card>
            <EmptyState icon={<LayoutDashboard size={24} />} title="This board is empty">
              Choose Edit to add values, charts, tables, alarms and text.
            </EmptyState>
          </Card>
        ) : (
          <BoardView tiles={definition.tiles} />
        )}
      </div>
      {isChoosing && <ChooseBoardDialog shown={board?.uuid ?? null} onClose={() => setIsChoosing(false)} />}
    </BoardDataProvider>
  );
}

function EditButton({ board }: { readonly board: NonNullable<HomeBoard["board"]> }) {
  if (!useMayChange()(board)) return null;
  return (
    <ButtonLink
      to="/boards/$board"
      params={{ board: board.uuid }}
      search={{ edit: true }}
      icon={<PenLine size={14} aria-hidden />}
      className="max-sm:flex-1"
    >
      Edit
    </ButtonLink>
  );
}

/** Saves the overview as a board, pins it, and opens it for editing. */
function CustomizeButton({ definition }: Pick<HomeBoard, "definition">) {
  const navigate = useNavigate();
  const { home_board: before } = useSession().account;
  const mayEdit = useMay("editor");
  const create = useChange("createBoard", {
    refreshes: ["listBoards"],
    onDone: ({ uuid }) => {
      void pinBoard(uuid, { said: "The overview was saved as the board “Home” and pinned.", before });
      void navigate({ to: "/boards/$board", params: { board: uuid }, search: { edit: true } });
    },
  });
  return (
    <Button
      icon={<PenLine size={14} aria-hidden />}
      isBusy={create.isPending}
      className="max-sm:flex-1"
      onClick={() =>
        create.mutate({ body: { name: "Home", owner: mayEdit ? "account" : "person", definition } })
      }
    >
      Customize
    </Button>
  );
}
