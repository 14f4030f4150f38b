import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import { useMay, useSession } from "../../app/session.tsx";
import { dayText } from "../../format/time.ts";
import { Badge } from "../../ui/badge.tsx";
import type { Column } from "../../ui/record-table.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { InvitationsCard, peopleAgainEveryMs } from "./invitations-card.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberGrants } from "./member-grants.tsx";
import { type Member, MemberRole } from "./member-role.tsx";

export function MembersSection() {
  const isOwner = useMay("owner");
  const members = usePages("listMembers", {}, { refetchInterval: peopleAgainEveryMs });
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <ResourceSection
        about={`People who can see and change this account.${isOwner ? "" : " Owners invite people and change roles."}`}
        create={isOwner && { label: "Invite member", onClick: () => setIsInviting(true) }}
        list={members}
        empty={() => null}
        label="Members"
        items={members.items}
        idOf={({ uuid }) => uuid}
        columns={columns}
        actions={isOwner && ((member) => <MemberActions member={member} />)}
      />
      {isOwner && <InvitationsCard />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}

const columns: readonly Column<Member>[] = [
  { head: "Person", isWide: true, cell: (member) => <Person member={member} /> },
  { head: "Role", cell: (member) => <MemberRole member={member} /> },
  {
    head: "Joined",
    label: "Joined",
    className: "text-muted",
    cell: ({ joined_at }) => <ExactTime at={joined_at} text={dayText} />,
  },
];

function Person({ member: { uuid, name, email, email_verified } }: { readonly member: Member }) {
  const { user } = useSession();
  return (
    <>
      <div className="flex items-center gap-2 font-medium">
        {name}
        {uuid === user.uuid && <Badge tone="accent">You</Badge>}
        {!email_verified && (
          <Badge tone="warn" title="This person hasn’t verified the address yet.">
            Unverified
          </Badge>
        )}
      </div>
      <div className="break-words text-muted">{email}</div>
    </>
  );
}

function MemberActions({ member: { uuid, name, email } }: { readonly member: Member }) {
  const { user } = useSession();
  const [isRevoking, setIsRevoking] = useState(false);
  const remove = useChange("removeMember", {
    refreshes: [
      "listMembers",
      "listAudit",
      "listApiKeys",
      "listInvitations",
      "listShareLinks",
      "listProvisioningKeys",
    ],
    said: `${name} is no longer a member.`,
  });
  const question = {
    title: `Remove ${name}?`,
    text: (
      <>
        {email} loses access to this account immediately. Devices, boards and everything else they created
        stay. To bring them back, invite them again.
        <MemberGrants member={uuid} isRevoking={isRevoking} onChange={setIsRevoking} />
      </>
    ),
    action: "Remove",
    onConfirm: () =>
      remove.mutateAsync({ params: { member: uuid }, query: { grants: isRevoking ? "revoke" : "keep" } }),
  };
  return (
    <RowActions
      of={name}
      entries={uuid === user.uuid ? [] : [{ label: "Remove", isDangerous: true, question }]}
    />
  );
}
