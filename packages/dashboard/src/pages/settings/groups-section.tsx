import { Link } from "@tanstack/react-router";
import { Boxes } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { usePages } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { actionsHead, RowActions } from "../../ui/row-actions.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { everyText } from "../expectation/expectation-words.ts";
import { type Group, groupFields, groupsAndTheirUse } from "./group.ts";
import { GroupDialog } from "./group-dialog.tsx";
import { ListCard } from "./list-card.tsx";
import { SectionHead } from "./section-head.tsx";

export function GroupsSection() {
  const mayEdit = useMay("editor");
  const groups = usePages("listDeviceGroups", {});
  const [edited, setEdited] = useState<Group | "new" | null>(null);
  const isEmpty = groups.items.length === 0;
  const create = mayEdit && (
    <Button look="primary" onClick={() => setEdited("new")}>
      New group
    </Button>
  );
  return (
    <>
      <SectionHead action={!isEmpty && create}>
        Use groups to organize devices and to give them a shared rule chain and expected interval.
      </SectionHead>
      <ListCard
        list={groups}
        isEmpty={isEmpty}
        empty={
          <EmptyState icon={<Boxes size={22} />} title="No groups yet" action={create}>
            Group devices by site, customer or type.
          </EmptyState>
        }
      >
        <CardTable
          label="Device groups"
          heads={[
            ["name", "Name"],
            ["devices", "Devices"],
            ["chain", "Rule chain"],
            ["interval", "Expected"],
            ...(mayEdit ? [actionsHead] : []),
          ]}
        >
          {groups.items.map((group) => (
            <GroupRow key={group.name} group={group} onEdit={() => setEdited(group)} />
          ))}
        </CardTable>
        <More list={groups} />
      </ListCard>
      {edited !== null && <GroupDialog group={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function GroupRow({ group, onEdit }: { readonly group: Group; readonly onEdit: () => void }) {
  const mayEdit = useMay("editor");
  const { name, device_count, chain, expectation } = group;
  const hasDevices = device_count > 0;
  const [isAsked, setIsAsked] = useState(false);
  const deletion = useChange("deleteDeviceGroup", {
    refreshes: groupsAndTheirUse,
    said: `Group “${name}” deleted.`,
    // One with devices would come back without them.
    undo: () => (hasDevices ? null : () => call("createDeviceGroup", { body: groupFields(group) })),
    onDone: () => setIsAsked(false),
  });
  const remove = () => deletion.mutate({ params: { group: name }, query: { force: hasDevices } });
  return (
    <>
      <CardTr>
        <CardTd isWide className="font-medium">
          {name}
        </CardTd>
        <CardTd className="whitespace-nowrap">
          <Link to="/devices" search={{ group: name } as never} className="text-accent hover:underline">
            {plural(device_count, "device")}
          </Link>
        </CardTd>
        <CardTd label="Rule chain">
          {chain === null ? (
            <span className="text-muted">Account default</span>
          ) : (
            <Link to={`/chains/${chain.uuid}`} className="text-accent hover:underline">
              {chain.name}
            </Link>
          )}
        </CardTd>
        <CardTd label="Expected">
          {expectation.interval_s === null ? (
            <span className="text-muted">learned</span>
          ) : (
            <span className={expectation.source === "group" ? "" : "text-muted"}>
              {everyText(expectation.interval_s)}
            </span>
          )}
        </CardTd>
        {mayEdit && (
          <RowActions
            of={name}
            entries={[
              { label: "Edit", onSelect: onEdit },
              { label: "Delete", isDangerous: true, onSelect: hasDevices ? () => setIsAsked(true) : remove },
            ]}
          />
        )}
      </CardTr>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Delete the group “${name}”?`}
        action="Delete"
        isBusy={deletion.isPending}
        onConfirm={remove}
      >
        Its {plural(device_count, "device stays and is", "devices stay and are")} no longer in a group.{" "}
        {chain !== null &&
          `Devices without a chain of their own use the account’s default chain instead of ${chain.name}. `}
        To restore the group, you’d have to move each device into it again.
      </Confirm>
    </>
  );
}
