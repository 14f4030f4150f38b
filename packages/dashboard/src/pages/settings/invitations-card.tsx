import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { roleWords } from "./role-words.ts";

/** Who was invited and has not come yet. */
export function InvitationsCard() {
  const invitations = usePages("listInvitations", {});
  const revoke = useChange("revokeInvitation", {
    refreshes: ["listInvitations", "listAudit"],
    said: "The link of that invitation is dead.",
  });
  return (
    <Card title="Open invitations" isFlush>
      {invitations.isPending && <Loading />}
      {invitations.isError && (
        <Failure error={invitations.error} onRetry={() => void invitations.refetch()} />
      )}
      {invitations.isSuccess && invitations.items.length === 0 && (
        <p className="px-4 py-4 text-sm text-muted">
          None. Whoever you invite stands here until they have joined.
        </p>
      )}
      <ul>
        {invitations.items.map(({ uuid, email, role, invited_by, expires_at }) => (
          <li
            key={uuid}
            className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-1.5 text-sm last:border-b-0"
          >
            <div className="min-w-0 flex-1">
              <div className="truncate font-medium">{email}</div>
              <div className="text-muted">
                as {roleWords[role].label.toLowerCase()} · invited by {invited_by} · expires{" "}
                <RelativeTime at={expires_at} />
              </div>
            </div>
            <Button
              size="small"
              look="quiet"
              aria-label={`Take back the invitation of ${email}`}
              disabled={revoke.isPending}
              onClick={() => revoke.mutate({ params: { invitation: uuid } })}
            >
              Take back
            </Button>
          </li>
        ))}
      </ul>
      <More list={invitations} />
    </Card>
  );
}
