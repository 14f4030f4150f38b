import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { RenameDialog } from "../../ui/rename-dialog.tsx";
import type { ListedBoard } from "./model/board.ts";
import { changedByBoards } from "./use-board.ts";

export function RenameBoardDialog({
  board,
  onClose,
}: {
  readonly board: Pick<ListedBoard, "uuid" | "name">;
  readonly onClose: () => void;
}) {
  const params = { board: board.uuid };
  const rename = useChange("updateBoard", {
    quiet: true,
    refreshes: changedByBoards,
    said: ({ name: given }) => `Renamed to ${given}.`,
    undo: () => () => call("updateBoard", { params, body: { name: board.name } }),
    onDone: onClose,
  });
  return (
    <RenameDialog
      name={board.name}
      isBusy={rename.isPending}
      error={rename.error}
      onRename={(name) => rename.mutate({ params, body: { name } })}
      onClose={onClose}
    />
  );
}
