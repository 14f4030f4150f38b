import { useNavigate } from "@tanstack/react-router";
import type { Result } from "@weir/protocol/result";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { useMay } from "../../app/session.tsx";
import { ExportedFileField } from "../../ui/exported-file-field.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { OwnerField } from "../../ui/owner-field.tsx";
import type { Owner } from "./model/board.ts";
import { type ExportedBoard, readBoardFile } from "./model/exported-board.ts";

/** Creates a board, empty or from a file, and opens it. */
export function NewBoardDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const mayEdit = useMay("editor");
  const [name, setName] = useState("");
  const [owner, setOwner] = useState<Owner>(mayEdit ? "account" : "person");
  const [file, setFile] = useState<Result<ExportedBoard, string> | null>(null);
  const create = useChange("createBoard", {
    quiet: true,
    refreshes: ["listBoards"],
    onDone: ({ uuid, definition }) => {
      onClose();
      const search = definition.tiles?.length === 0 ? { edit: true } : {};
      void navigate({ to: `/boards/${uuid}` as string, search: search as never });
    },
  });
  return (
    <FormDialog
      title="New board"
      submit="Create board"
      isBusy={create.isPending}
      isComplete={name.trim() !== "" && (file === null || file.ok)}
      error={create.error}
      fields={["name"]}
      onSubmit={() =>
        create.mutate({
          body: { name: name.trim(), owner, ...(file?.ok ? { definition: file.value.definition } : {}) },
        })
      }
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        value={name}
        error={fieldMessage(create.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
      <OwnerField owner={owner} onChange={setOwner} />
      <ExportedFileField
        label="Import from a file"
        isOptional
        hint="A board that was exported as JSON. Without a file, the board starts empty."
        file={file}
        read={readBoardFile}
        onRead={(board) => {
          setFile(board);
          // Someone may type a name while the file is read.
          if (board.ok) setName((typed) => (typed === "" ? board.value.name : typed));
        }}
      />
    </FormDialog>
  );
}
