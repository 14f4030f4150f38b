import { useState } from "react";
import { usePages } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { actionsHead } from "../../ui/row-actions.tsx";
import { More } from "../../ui/table.tsx";
import { InvitationsCard, peopleAgainEveryMs } from "./invitations-card.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { ListCard } from "./list-card.tsx";
import { MemberRow } from "./member-row.tsx";
import { SectionHead } from "./section-head.tsx";

export function MembersSection() {
  const isOwner = useMay("owner");
  const members = usePages("listMembers", {}, { refetchInterval: peopleAgainEveryMs });
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <SectionHead
        action={
          isOwner && (
            <Button look="primary" onClick={() => setIsInviting(true)}>
              Invite member
            </Button>
          )
        }
      >
        People who can see and change this account. {!isOwner && "Owners invite people and change roles."}
      </SectionHead>
      <ListCard list={members} isEmpty={members.items.length === 0} empty={null}>
        <CardTable
          label="Members"
          heads={[
            ["person", "Person"],
            ["role", "Role"],
            ["joined", "Joined"],
            ...(isOwner ? [actionsHead] : []),
          ]}
        >
          {members.items.map((member) => (
            <MemberRow key={member.uuid} member={member} />
          ))}
        </CardTable>
        <More list={members} />
      </ListCard>
      {isOwner && <InvitationsCard />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}
