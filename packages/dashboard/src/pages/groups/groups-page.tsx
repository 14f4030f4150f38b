import { Link } from "@tanstack/react-router";
import { Boxes } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { usePages } from "../../api/queries.ts";
import { DevicesPlace } from "../../app/places/devices-place.tsx";
import { useMay } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import type { Column } from "../../ui/record-table.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Together } from "../../ui/together.tsx";
import { everyText } from "../expectation/expectation-words.ts";
import { type Group, GroupDialog, groupFields, groupsAndTheirUse } from "./group-dialog.tsx";

export function GroupsPage() {
  const mayEdit = useMay("editor");
  const groups = usePages("listDeviceGroups", {});
  const [edited, setEdited] = useState<Group | "new" | null>(null);
  return (
    <DevicesPlace to="/devices/groups">
      <Together className="flex flex-col gap-5">
        <ResourceSection
          about="Use groups to organize devices and to give them a shared rule chain and expected interval."
          create={mayEdit && { label: "New group", onClick: () => setEdited("new") }}
          list={groups}
          empty={(create) => (
            <EmptyState icon={<Boxes size={22} />} title="No groups yet" action={create}>
              Group devices by site, customer or type.
            </EmptyState>
          )}
          label="Device groups"
          items={groups.items}
          idOf={({ name }) => name}
          columns={columns}
          actions={mayEdit && ((group) => <GroupActions group={group} onEdit={() => setEdited(group)} />)}
        />
        {edited !== null && <GroupDialog group={edited} onClose={() => setEdited(null)} />}
      </Together>
    </DevicesPlace>
  );
}

const columns: readonly Column<Group>[] = [
  { head: "Name", isWide: true, className: "font-medium", cell: ({ name }) => name },
  {
    head: "Devices",
    className: "whitespace-nowrap",
    cell: ({ name, device_count }) => (
      <Link to="/devices" search={{ group: name }} className="text-accent hover:underline">
        {plural(device_count, "device")}
      </Link>
    ),
  },
  {
    head: "Rule chain",
    label: "Rule chain",
    cell: ({ chain }) =>
      chain === null ? (
        <span className="text-muted">Inherited</span>
      ) : (
        <Link to="/chains/$chain" params={{ chain: chain.uuid }} className="text-accent hover:underline">
          {chain.name}
        </Link>
      ),
  },
  {
    head: "Expected",
    label: "Expected",
    cell: ({ expectation: { interval_s, source } }) =>
      interval_s === null ? (
        <span className="text-muted">learned</span>
      ) : (
        <span className={source === "group" ? "" : "text-muted"}>{everyText(interval_s)}</span>
      ),
  },
];

function GroupActions({ group, onEdit }: { readonly group: Group; readonly onEdit: () => void }) {
  const { name, device_count, chain } = group;
  const hasDevices = device_count > 0;
  const deletion = useChange("deleteDeviceGroup", {
    refreshes: groupsAndTheirUse,
    said: `Group “${name}” deleted.`,
    // Undo would restore a group without its devices, so it is offered only for an empty one.
    undo: () => (hasDevices ? null : () => call("createDeviceGroup", { body: groupFields(group) })),
  });
  const input = { params: { group: name }, query: { force: hasDevices } };
  const question = {
    title: `Delete group “${name}”?`,
    text: (
      <>
        Its {plural(device_count, "device stays and is", "devices stay and are")} no longer in a group.{" "}
        {chain !== null &&
          `Devices without a chain of their own use the account’s default chain instead of ${chain.name}. `}
        To restore the group, you would have to move each device into it again.
      </>
    ),
    action: "Delete",
    onConfirm: () => deletion.mutateAsync(input),
  };
  return (
    <RowActions
      of={name}
      entries={[
        { label: "Edit", onSelect: onEdit },
        {
          label: "Delete",
          isDangerous: true,
          ...(hasDevices ? { question } : { onSelect: () => deletion.mutate(input) }),
        },
      ]}
    />
  );
}
