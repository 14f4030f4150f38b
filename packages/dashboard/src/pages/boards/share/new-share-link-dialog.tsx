import { useChange } from "../../../api/change.ts";
import { useSession } from "../../../app/session.tsx";
import { listText } from "../../../format/list-text.ts";
import { CheckboxField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useFields } from "../../../ui/use-fields.ts";
import { type ListedBoard, pickedOf } from "../model/board.ts";
import { useBoard } from "../use-board.ts";
import { VariablePicker } from "../variable-picker.tsx";
import { dayAfter, daysUntil, shareDaysMax } from "./expiry-day.ts";
import { IssuedLink } from "./issued-link.tsx";

const usualDays = 30;
const nameLengthMax = 100;

interface NewLink {
  readonly name: string;
  readonly day: string;
  /** What the board's picker shows; undefined while it is what the board begins with. */
  readonly picked: string | null | undefined;
  readonly embedding: boolean;
}

/** Creates a share link. The last step shows its address, only once. */
export function NewShareLinkDialog({
  board: { uuid, name: boardName },
  onClose,
}: {
  readonly board: Pick<ListedBoard, "uuid" | "name">;
  readonly onClose: () => void;
}) {
  const { share_frame_hosts: frameHosts } = useSession().server;
  const board = useBoard(uuid);
  const variable = board.data?.value.definition.variable ?? null;
  const create = useChange("createShareLink", { quiet: true, refreshes: ["listShareLinks", "listAudit"] });
  const form = useFields<NewLink>(
    () => ({ name: "", day: dayAfter(Date.now(), usualDays), picked: undefined, embedding: false }),
    create,
  );
  const { name, day, embedding, picked = variable?.default ?? null } = form.values;
  if (create.data !== undefined) {
    return <IssuedLink boardName={boardName} issued={create.data} onClose={onClose} />;
  }
  const days = daysUntil(day, Date.now());
  return (
    <FormDialog
      title={`New share link for ${boardName}`}
      description="Anyone with the link can view the board, so send it only to people who should see it."
      submit="Create link"
      {...form.saving}
      isComplete={board.data !== undefined && days !== null && (variable === null || picked !== null)}
      onSubmit={() => {
        if (days === null) return;
        create.mutate({
          params: { board: uuid },
          body: {
            name: name.trim(),
            expires_in_days: days,
            picked: variable === null ? null : picked,
            embedding,
          },
        });
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        isOptional
        maxLength={nameLengthMax}
        autoComplete="off"
        hint="What the link is for, such as “Screen in the hall”."
        {...form.text("name")}
      />
      {variable !== null && (
        <div className="flex flex-col gap-1">
          <span aria-hidden className="text-sm font-medium">
            {variable.kind === "device" ? "Device" : "Group"}
          </span>
          <VariablePicker
            variable={variable}
            picked={pickedOf(variable.kind, picked)}
            onPick={(chosen) => form.set({ picked: chosen ?? null })}
          />
          <p className="text-sm text-muted">
            The link shows this {variable.kind}. Viewers can’t choose another one.
          </p>
        </div>
      )}
      <TextField
        label="Expires on"
        type="date"
        required
        min={dayAfter(Date.now(), 1)}
        max={dayAfter(Date.now(), shareDaysMax)}
        {...form.text("day")}
        error={
          form.problem("expires_in_days") ??
          (days === null ? "Choose a day within the next year." : undefined)
        }
      />
      <CheckboxField
        label="Allow embedding"
        hint={
          frameHosts.length === 0
            ? "Lets other sites show the board in a frame. The operator has to name these sites with the setting share_frame_hosts first."
            : `Lets ${listText(frameHosts)} show the board in a frame.`
        }
        disabled={frameHosts.length === 0}
        checked={embedding}
        onChange={({ target }) => form.set({ embedding: target.checked })}
      />
    </FormDialog>
  );
}
