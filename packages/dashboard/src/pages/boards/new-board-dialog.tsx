import { useNavigate } from "@tanstack/react-router";
import type { Result } from "@weir/protocol/result";
import { useChange } from "../../api/change.ts";
import { ExportedFileField } from "../../ui/exported-file-field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { type Named, OwnerField, useNothingNamed } from "../../ui/owner-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { type ExportedBoard, readBoardFile } from "./model/exported-board.ts";

interface NewBoard extends Named {
  readonly file: Result<ExportedBoard, string> | null;
}

/** Creates a board, empty or from a file, and opens it. */
export function NewBoardDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const create = useChange("createBoard", {
    quiet: true,
    refreshes: ["listBoards"],
    onDone: ({ uuid, definition }) => {
      onClose();
      void navigate({
        to: "/boards/$board",
        params: { board: uuid },
        search: definition.tiles?.length === 0 ? { edit: true } : {},
      });
    },
  });
  const form = useFields<NewBoard>({ ...useNothingNamed(), file: null }, create);
  const { owner, file } = form.values;
  const name = form.values.name.trim();
  return (
    <FormDialog
      title="New board"
      submit="Create board"
      {...form.saving}
      isComplete={name !== "" && (file === null || file.ok)}
      onSubmit={() =>
        create.mutate({
          body: { name, owner, ...(file?.ok ? { definition: file.value.definition } : {}) },
        })
      }
      onClose={onClose}
    >
      <NameField {...form.text("name")} />
      <OwnerField owner={owner} onChange={(chosen) => form.set({ owner: chosen })} />
      <ExportedFileField
        label="Import from a file"
        isOptional
        hint="A board that was exported as JSON. Without a file, the board starts empty."
        file={file}
        read={readBoardFile}
        onRead={(read) =>
          // Someone may type a name while the file is read.
          form.set((now) => ({ file: read, name: now.name === "" && read.ok ? read.value.name : now.name }))
        }
      />
    </FormDialog>
  );
}
