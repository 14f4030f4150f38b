import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Loaded } from "../../ui/loaded.tsx";

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
    <Dialog
      isOpen
      onClose={onClose}
      title={`Move ${plural(count, "device")}`}
      description="A device can be in one group. If the group has its own rule chain, new readings go through it."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            isBusy={isBusy}
            disabled={groups.data === undefined}
            onClick={() => onMove(group === "" ? null : group)}
          >
            {group === "" ? "Remove from group" : "Move"}
          </Button>
        </>
      }
    >
      <Loaded result={groups} what="Loading groups">
        {({ items }) => (
          <SelectField
            label="Group"
            value={group}
            onChange={(event) => setGroup(event.target.value)}
            hint={
              items.length === 0
                ? "There are no groups yet. Create one under Settings > Device groups."
                : undefined
            }
            choices={[
              { value: "", label: "No group" },
              ...items.map(({ name }) => ({ value: name, label: name })),
            ]}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
