import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { refresh, useCall } from "../../../api/queries.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { NameField } from "../../../ui/name-field.tsx";
import { OwnerField, useNothingNamed } from "../../../ui/owner-field.tsx";
import { toastWithLink } from "../../../ui/toast.tsx";
import { useFields } from "../../../ui/use-fields.ts";
import type { ChartTileDraft } from "../model/new-tile.ts";
import { changedByBoards, useMayChange } from "../use-board.ts";
import { addTile } from "./add-tile.ts";

/** Instead of the UUID of a board. */
const newBoard = "new";
const titleLengthMax = 100;
const saidMs = 8000;

export interface AddChartProps {
  readonly chart: ChartTileDraft;
  /** The proposed name of a new board. */
  readonly boardName: string;
  readonly onClose: () => void;
}

/** Adds a chart as a tile to a board, or to a new one. */
export function AddChartDialog({ chart, boardName, onClose }: AddChartProps) {
  const navigate = useNavigate();
  const mayChange = useMayChange();
  const list = useCall("listBoards", {});
  const boards = (list.data?.items ?? []).filter(mayChange);
  const add = useMutation({
    mutationFn: addTile,
    onSuccess: ({ uuid, name }) => {
      void refresh(...changedByBoards);
      const open = () => void navigate({ to: "/boards/$board", params: { board: uuid } });
      toastWithLink({
        id: `added to ${uuid}`,
        icon: <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-ok" />,
        title: `Chart added to “${name}”.`,
        link: { label: "View board", href: `/boards/${uuid}`, onFollow: open },
        timeoutMs: saidMs,
        onClose: () => undefined,
      });
      onClose();
    },
  });
  const form = useFields({ ...useNothingNamed(), name: boardName, title: chart.title }, add);
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? boards[0]?.uuid ?? newBoard;
  const { owner, title } = form.values;
  const name = form.values.name.trim();
  const board = chosen === newBoard ? { name, owner } : chosen;
  return (
    <FormDialog
      title="Add chart to board"
      description="The tile shows these sensors over the range of its board."
      submit="Add to board"
      {...form.saving}
      isBusy={form.saving.isBusy || list.isPending}
      isComplete={chosen !== newBoard || name !== ""}
      onSubmit={() => add.mutate({ board, tile: { ...chart, title: title.trim() } })}
      onClose={onClose}
    >
      <SelectField
        label="Board"
        value={chosen}
        choices={[
          ...boards.map((one) => ({
            value: one.uuid,
            label: one.owner === "person" ? `${one.name} (only you)` : one.name,
          })),
          { value: newBoard, label: "New board" },
        ]}
        onChange={({ target }) => setPicked(target.value)}
      />
      {chosen === newBoard && (
        <>
          <NameField label="Name of the board" {...form.text("name")} />
          <OwnerField owner={owner} onChange={(whose) => form.set({ owner: whose })} />
        </>
      )}
      <TextField
        label="Title of the tile"
        isOptional
        maxLength={titleLengthMax}
        autoComplete="off"
        hint="Without a title, the tile is named after its sensors."
        {...form.text("title")}
      />
    </FormDialog>
  );
}
