import { pinnedOverview } from "@weir/protocol/manage/pinned-overview";
import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { pinBoard, setDefaultBoard } from "../../app/home-board.ts";
import { useMay, useSession } from "../../app/session.tsx";
import { CheckboxField, SelectField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

/** Chooses the board on the person's Home, and for editors the one that everyone sees who has pinned none. */
export function ChooseBoardDialog({
  shown,
  onClose,
}: {
  /** The board on Home; null for the overview. */
  readonly shown: string | null;
  readonly onClose: () => void;
}) {
  const { home_board: before } = useSession().account;
  const mayEdit = useMay("editor");
  const boards = useCall("listBoards", {}).data?.items ?? [];
  const [chosen, setChosen] = useState(shown ?? pinnedOverview);
  const [isForAll, setIsForAll] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const board = boards.find(({ uuid }) => uuid === chosen);
  const name = board?.name ?? "The overview";
  const mayBeForAll = mayEdit && (chosen === pinnedOverview || board?.owner === "account");
  const pin = async () => {
    setIsBusy(true);
    try {
      if (isForAll && mayBeForAll) await setDefaultBoard(board?.uuid ?? null);
      await pinBoard(chosen, { said: `${name} is on your Home.`, before });
      onClose();
    } catch (fault) {
      setError(fault);
      setIsBusy(false);
    }
  };
  return (
    <FormDialog
      title="Choose board"
      description="The board you see when you open Home."
      submit="Pin to Home"
      isBusy={isBusy}
      error={error}
      onSubmit={() => void pin()}
      onClose={onClose}
    >
      <SelectField
        label="Board"
        value={chosen}
        choices={[
          { value: pinnedOverview, label: "Automatic overview" },
          ...boards.map(({ uuid, name: label, owner }) => ({
            value: uuid,
            label: owner === "person" ? `${label} (only you)` : label,
          })),
        ]}
        onChange={({ target }) => setChosen(target.value)}
      />
      {mayBeForAll && (
        <CheckboxField
          label="Also for members who have pinned no board"
          checked={isForAll}
          onChange={({ target }) => setIsForAll(target.checked)}
        />
      )}
    </FormDialog>
  );
}
