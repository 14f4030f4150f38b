import { useState } from "react";
import { useChange } from "../../api/change.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay, useSession } from "../../app/session.tsx";
import { dayText } from "../../format/time.ts";
import { Badge } from "../../ui/badge.tsx";
import { CardTd, CardTr } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import { RowActions } from "../../ui/row-actions.tsx";
import { MemberRole } from "./member-role.tsx";
import { roleWords } from "./role-words.ts";

export type Member = CallAnswer<"listMembers">["items"][number];

export function MemberRow({ member }: { readonly member: Member }) {
  const { user } = useSession();
  const isOwner = useMay("owner");
  const { uuid, name, email, email_verified, role, joined_at } = member;
  const isSelf = uuid === user.uuid;
  const [isAsked, setIsAsked] = useState(false);
  const remove = useChange("removeMember", {
    refreshes: ["listMembers", "listAudit"],
    said: `${name} is no longer a member.`,
    onDone: () => setIsAsked(false),
  });
  return (
    <>
      <CardTr>
        <CardTd isWide>
          <div className="flex items-center gap-2 font-medium">
            {name}
            {isSelf && <Badge tone="accent">You</Badge>}
            {!email_verified && (
              <Badge tone="warn" title="This person hasn’t verified the address yet.">
                Unverified
              </Badge>
            )}
          </div>
          <div className="break-words text-muted">{email}</div>
        </CardTd>
        <CardTd>
          {isOwner ? (
            <MemberRole member={member} isSelf={isSelf} />
          ) : (
            <span title={roleWords[role].may}>{roleWords[role].label}</span>
          )}
        </CardTd>
        <CardTd label="Joined" className="text-muted">
          <ExactTime at={joined_at} text={dayText} />
        </CardTd>
        {isOwner && (
          <RowActions
            of={name}
            entries={isSelf ? [] : [{ label: "Remove", isDangerous: true, onSelect: () => setIsAsked(true) }]}
          />
        )}
      </CardTr>
      <Confirm
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={`Remove ${name}?`}
        action="Remove"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { member: uuid } })}
      >
        {email} loses access to this account immediately. Everything they created stays, and their API keys
        keep working. To bring them back, invite them again.
      </Confirm>
    </>
  );
}
