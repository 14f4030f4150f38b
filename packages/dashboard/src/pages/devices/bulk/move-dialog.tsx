import { useState } from "react";
import { useCall } from "../../../api/queries.ts";
import { plural } from "../../../format/number.ts";
import { SelectField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";

/** Asks for the group that devices are moved to. */
export function MoveDialog({
  count,
  isBusy,
  onClose,
  onMove,
}: {
  readonly count: number;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onMove: (group: string | null) => void;
}) {
  const [group, setGroup] = useState("");
  const groups = useCall("listDeviceGroups", { query: { limit: 1000 } });
  return (
    <FormDialog
      title={`Move ${plural(count, "device")}`}
      description="A device can be in one group. If the group has its own rule chain, new readings go through it."
      submit={group === "" ? "Remove from group" : "Move"}
      isBusy={isBusy}
      isComplete={groups.data !== undefined}
      onSubmit={() => onMove(group === "" ? null : group)}
      onClose={onClose}
    >
      <Loaded result={groups} what="Loading groups">
        {({ items }) => (
          <SelectField
            label="Group"
            value={group}
            onChange={(event) => setGroup(event.target.value)}
            hint={items.length === 0 ? "There are no groups yet. Create one in Devices > Groups." : undefined}
            choices={[
              { value: "", label: "No group" },
              ...items.map(({ name }) => ({ value: name, label: name })),
            ]}
          />
        )}
      </Loaded>
    </FormDialog>
  );
}
