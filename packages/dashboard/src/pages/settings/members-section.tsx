import type { Role } from "@weir/protocol/manage/access";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay, useSession } from "../../app/session.tsx";
import { dayText } from "../../format/time.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { Select } from "../../ui/field.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { More, Table, Td, Th, Tr } from "../../ui/table.tsx";
import { InvitationsCard } from "./invitations-card.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { roleChoices, roleWords } from "./role-words.ts";
import { RowActions } from "./row-actions.tsx";
import { SectionHead } from "./section-head.tsx";

type Member = CallAnswer<"listMembers">["items"][number];

export function MembersSection() {
  const isOwner = useMay("owner");
  const members = usePages("listMembers", {});
  const [isInviting, setIsInviting] = useState(false);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const remove = useChange("removeMember", {
    refreshes: ["listMembers", "listAudit"],
    said: "They are no longer a member.",
  });
  return (
    <>
      <SectionHead
        action={
          isOwner && (
            <Button look="primary" onClick={() => setIsInviting(true)}>
              Invite somebody
            </Button>
          )
        }
      >
        Who may see and change this account. {!isOwner && "Owners invite people and change roles."}
      </SectionHead>
      <Card isFlush>
        {members.isPending && <Loading />}
        {members.isError && <Failure error={members.error} onRetry={() => void members.refetch()} />}
        {members.items.length > 0 && (
          <Table label="Members">
            <thead>
              <tr>
                <Th>Person</Th>
                <Th>Role</Th>
                <Th className="max-sm:hidden">Joined</Th>
                {isOwner && (
                  <Th>
                    <span className="sr-only">Actions</span>
                  </Th>
                )}
              </tr>
            </thead>
            <tbody>
              {members.items.map((member) => (
                <MemberRow key={member.uuid} member={member} onRemove={() => setLeaving(member)} />
              ))}
            </tbody>
          </Table>
        )}
        <More list={members} />
      </Card>
      {isOwner && <InvitationsCard />}
      <InviteDialog isOpen={isInviting} onClose={() => setIsInviting(false)} />
      <Confirm
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Remove ${leaving?.name ?? ""}?`}
        action="Remove"
        isBusy={remove.isPending}
        onConfirm={() => {
          if (leaving !== null) remove.mutate({ params: { member: leaving.uuid } });
          setLeaving(null);
        }}
      >
        {leaving?.email} loses access to this account at once. What they made stays.
      </Confirm>
    </>
  );
}

function MemberRow({ member, onRemove }: { readonly member: Member; readonly onRemove: () => void }) {
  const { user } = useSession();
  const isOwner = useMay("owner");
  const { uuid, name, email, role, joined_at } = member;
  const isSelf = uuid === user.uuid;
  const change = useChange("changeMember", {
    // A change of one's own role changes what the pages may show.
    refreshes: ["listMembers", "listAudit", ...(isSelf ? (["showSession"] as const) : [])],
    said: (changed) => `${changed.name} is ${changed.role === "viewer" ? "a" : "an"} ${changed.role} now.`,
  });
  return (
    <Tr>
      <Td className="py-1.5">
        <div className="flex items-center gap-2 font-medium">
          {name}
          {isSelf && <Badge tone="accent">You</Badge>}
        </div>
        <div className="text-muted">{email}</div>
      </Td>
      <Td>
        {isOwner ? (
          <Select
            aria-label={`Role of ${name}`}
            className="w-28!"
            choices={roleChoices}
            value={role}
            title={`${roleWords[role].label}: ${roleWords[role].may}`}
            disabled={change.isPending}
            onChange={(event) =>
              change.mutate({ params: { member: uuid }, body: { role: event.target.value as Role } })
            }
          />
        ) : (
          <span title={roleWords[role].may}>{roleWords[role].label}</span>
        )}
      </Td>
      <Td className="text-muted max-sm:hidden">
        <ExactTime at={joined_at} text={dayText} />
      </Td>
      {isOwner && (
        <Td>
          <RowActions
            of={name}
            entries={isSelf ? [] : [{ label: "Remove", isDangerous: true, onSelect: onRemove }]}
          />
        </Td>
      )}
    </Tr>
  );
}
