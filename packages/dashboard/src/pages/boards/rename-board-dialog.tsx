import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { fieldMessage } from "../../api/problem.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import type { ListedBoard } from "./model/board.ts";
import { changedByBoards } from "./use-board.ts";

export function RenameBoardDialog({
  board,
  onClose,
}: {
  readonly board: Pick<ListedBoard, "uuid" | "name">;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(board.name);
  const params = { board: board.uuid };
  const rename = useChange("updateBoard", {
    quiet: true,
    refreshes: changedByBoards,
    said: ({ name: given }) => `Renamed to ${given}.`,
    undo: () => () => call("updateBoard", { params, body: { name: board.name } }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Rename ${board.name}`}
      submit="Rename"
      isBusy={rename.isPending}
      isComplete={name.trim() !== ""}
      error={rename.error}
      fields={["name"]}
      onSubmit={() => rename.mutate({ params, body: { name: name.trim() } })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        value={name}
        error={fieldMessage(rename.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
