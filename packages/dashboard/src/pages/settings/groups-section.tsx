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
        A group keeps devices together in lists. It can give all of them a rule chain and an expected
        interval.
      </SectionHead>
      <ListCard
        list={groups}
        isEmpty={isEmpty}
        empty={
          <EmptyState icon={<Boxes size={22} />} title="No groups yet" action={create}>
            By place, by customer, by kind: whatever you look for together.
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
    said: `The group “${name}” is deleted.`,
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
            <span className="text-muted">as the account</span>
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
        Its {plural(device_count, "device stays and is", "devices stay and are")} in no group then.{" "}
        {chain !== null &&
          `Where they have no chain of their own, their readings no longer go through ${chain.name} but through the account’s default. `}
        To have the group back, each device has to be moved into it anew.
      </Confirm>
    </>
  );
}
