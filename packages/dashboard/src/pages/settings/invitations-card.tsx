import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { actionsHead, RowActions } from "../../ui/row-actions.tsx";
import { More } from "../../ui/table.tsx";
import { ListCard } from "./list-card.tsx";
import { roleWords } from "./role-words.ts";

type Invitation = CallAnswer<"listInvitations">["items"][number];

/** People accept elsewhere, and no event tells of it. */
export const peopleAgainEveryMs = 5000;

/** Who was invited and has not come yet. */
export function InvitationsCard() {
  const invitations = usePages("listInvitations", {}, { refetchInterval: peopleAgainEveryMs });
  return (
    <ListCard
      title="Open invitations"
      list={invitations}
      isEmpty={invitations.items.length === 0}
      empty={<p className="px-4 py-4 text-sm text-muted">People you invite appear here until they join.</p>}
    >
      <CardTable
        label="Open invitations"
        heads={[["email", "Invited"], ["role", "Role"], ["by", "By"], ["expires", "Expires"], actionsHead]}
      >
        {invitations.items.map((invitation) => (
          <InvitationRow key={invitation.uuid} invitation={invitation} />
        ))}
      </CardTable>
      <More list={invitations} />
    </ListCard>
  );
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { uuid, email, role, invited_by, invited_by_name, expires_at } = invitation;
  const [isAsked, setIsAsked] = useState(false);
  const revoke = useChange("revokeInvitation", {
    refreshes: ["listInvitations", "listAudit"],
    said: `Invitation for ${email} revoked.`,
    onDone: () => setIsAsked(false),
  });
  return (
    <>
      <CardTr>
        <CardTd isWide className="font-medium break-words">
          {email}
        </CardTd>
        <CardTd className="max-md:text-muted">{roleWords[role].label}</CardTd>
        <CardTd label="by" className="text-muted">
          <span title={invited_by}>{invited_by_name ?? invited_by}</span>
        </CardTd>
        <CardTd label="expires" className="whitespace-nowrap text-muted">
          <RelativeTime at={expires_at} />
        </CardTd>
        <RowActions
          of={`the invitation for ${email}`}
          entries={[{ label: "Revoke", isDangerous: true, onSelect: () => setIsAsked(true) }]}
        />
      </CardTr>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Revoke the invitation for ${email}?`}
        action="Revoke"
        isBusy={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { invitation: uuid } })}
      >
        The link in the invitation stops working immediately. To invite them again, send a new invitation.
      </Confirm>
    </>
  );
}
