import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import type { Column } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ResourceSection } from "../../ui/resource-section.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { roleWords } from "./role-words.ts";

type Invitation = CallAnswer<"listInvitations">["items"][number];

/** People accept on another page, and no event reports it. */
export const peopleAgainEveryMs = 5000;

/** The people who were invited and have not joined yet. */
export function InvitationsCard() {
  const invitations = usePages("listInvitations", {}, { refetchInterval: peopleAgainEveryMs });
  return (
    <ResourceSection
      title="Open invitations"
      list={invitations}
      empty={() => (
        <p className="px-4 py-4 text-sm text-muted">People you invite appear here until they join.</p>
      )}
      label="Open invitations"
      items={invitations.items}
      idOf={({ uuid }) => uuid}
      columns={columns}
      actions={(invitation) => <InvitationActions invitation={invitation} />}
    />
  );
}

const columns: readonly Column<Invitation>[] = [
  { head: "Invited", isWide: true, className: "font-medium break-words", cell: ({ email }) => email },
  { head: "Role", className: "max-md:text-muted", cell: ({ role }) => roleWords[role].label },
  {
    head: "By",
    label: "by",
    className: "text-muted",
    cell: ({ invited_by, invited_by_name }) => (
      <span title={invited_by}>{invited_by_name ?? invited_by}</span>
    ),
  },
  {
    head: "Expires",
    label: "expires",
    className: "whitespace-nowrap text-muted",
    cell: ({ expires_at }) => <RelativeTime at={expires_at} />,
  },
];

function InvitationActions({ invitation: { uuid, email } }: { readonly invitation: Invitation }) {
  const revoke = useChange("revokeInvitation", {
    refreshes: ["listInvitations", "listAudit"],
    said: `Invitation for ${email} revoked.`,
  });
  const question = {
    title: `Revoke invitation for ${email}?`,
    text: "The link in the invitation stops working immediately. To invite them again, send a new invitation.",
    action: "Revoke",
    onConfirm: () => revoke.mutateAsync({ params: { invitation: uuid } }),
  };
  return (
    <RowActions
      of={`the invitation for ${email}`}
      entries={[{ label: "Revoke", isDangerous: true, question }]}
    />
  );
}
