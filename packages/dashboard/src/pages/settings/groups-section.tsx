import { Link } from "@tanstack/react-router";
import { Boxes } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { More, Table, Td, Th, Tr } from "../../ui/table.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { RowActions } from "./row-actions.tsx";
import { SectionHead } from "./section-head.tsx";

export type Group = CallAnswer<"listDeviceGroups">["items"][number];

export function GroupsSection() {
  const mayEdit = useMay("editor");
  const groups = usePages("listDeviceGroups", {});
  const [edited, setEdited] = useState<Group | "new" | null>(null);
  const [ending, setEnding] = useState<Group | null>(null);
  const remove = useChange("deleteDeviceGroup", {
    refreshes: ["listDeviceGroups", "listDevices", "showDevice", "listAudit"],
    said: "The group is deleted.",
  });
  const create = (
    <Button look="primary" onClick={() => setEdited("new")}>
      New group
    </Button>
  );
  return (
    <>
      <SectionHead action={mayEdit && groups.items.length > 0 && create}>
        A group keeps devices together in lists, and can give all of them one rule chain.
      </SectionHead>
      <Card isFlush>
        {groups.isPending && <Loading />}
        {groups.isError && <Failure error={groups.error} onRetry={() => void groups.refetch()} />}
        {groups.isSuccess && groups.items.length === 0 && (
          <EmptyState
            icon={<Boxes size={22} />}
            title="No groups yet"
            {...(mayEdit ? { action: create } : {})}
          >
            By place, by customer, by kind: whatever you look for together.
          </EmptyState>
        )}
        {groups.items.length > 0 && (
          <Table label="Device groups">
            <thead>
              <tr>
                <Th>Name</Th>
                <Th>Devices</Th>
                <Th>Rule chain</Th>
                {mayEdit && (
                  <Th>
                    <span className="sr-only">Actions</span>
                  </Th>
                )}
              </tr>
            </thead>
            <tbody>
              {groups.items.map((group) => (
                <Tr key={group.name}>
                  <Td className="font-medium">{group.name}</Td>
                  <Td className="whitespace-nowrap">
                    <Link
                      to="/devices"
                      search={{ group: group.name } as never}
                      className="text-accent hover:underline"
                    >
                      {plural(group.device_count, "device")}
                    </Link>
                  </Td>
                  <Td>
                    {group.chain === null ? (
                      <span className="text-muted">As the account</span>
                    ) : (
                      <Link to={`/chains/${group.chain.uuid}`} className="text-accent hover:underline">
                        {group.chain.name}
                      </Link>
                    )}
                  </Td>
                  {mayEdit && (
                    <Td>
                      <RowActions
                        of={group.name}
                        entries={[
                          { label: "Edit", onSelect: () => setEdited(group) },
                          { label: "Delete", isDangerous: true, onSelect: () => setEnding(group) },
                        ]}
                      />
                    </Td>
                  )}
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
        <More list={groups} />
      </Card>
      {edited !== null && <GroupDialog group={edited} onClose={() => setEdited(null)} />}
      <Confirm
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={`Delete the group “${ending?.name ?? ""}”?`}
        action="Delete"
        isBusy={remove.isPending}
        onConfirm={() => {
          if (ending !== null) {
            remove.mutate({ params: { group: ending.name }, query: { force: ending.device_count > 0 } });
          }
          setEnding(null);
        }}
      >
        {ending === null || ending.device_count === 0
          ? "It has no devices."
          : `Its ${plural(ending.device_count, "device")} stay and are in no group then. Those without a chain of their own use the account’s.`}
      </Confirm>
    </>
  );
}
