import type { Role } from "@weir/protocol/manage/access";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay, useSession } from "../../app/session.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Select } from "../../ui/field.tsx";
import { roleChoices, roleWords } from "./role-words.ts";

export type Member = CallAnswer<"listMembers">["items"][number];

/** Owners can change the role. An owner who gives up their own role cannot take it back, so the page asks first. */
export function MemberRole({ member }: { readonly member: Member }) {
  const isOwner = useMay("owner");
  if (isOwner) return <RoleChoice member={member} />;
  return <span title={roleWords[member.role].may}>{roleWords[member.role].label}</span>;
}

function RoleChoice({ member: { uuid, name, role } }: { readonly member: Member }) {
  const { account, user } = useSession();
  const isSelf = uuid === user.uuid;
  const [asked, setAsked] = useState<Role | null>(null);
  const params = { member: uuid };
  const change = useChange("changeMember", {
    // Changing one's own role changes what the pages may show.
    refreshes: ["listMembers", "listAudit", ...(isSelf ? (["showSession"] as const) : [])],
    said: (changed) => `${changed.name} is now ${changed.role === "viewer" ? "a" : "an"} ${changed.role}.`,
    undo: () => (isSelf ? null : () => call("changeMember", { params, body: { role } })),
    onDone: () => setAsked(null),
  });
  const give = (wanted: Role) => change.mutate({ params, body: { role: wanted } });
  return (
    <>
      <Select
        aria-label={`Role of ${name}`}
        className="w-28!"
        choices={roleChoices}
        value={role}
        title={`${roleWords[role].label}: ${roleWords[role].may}`}
        disabled={change.isPending}
        onChange={({ target }) => {
          const wanted = target.value as Role;
          if (isSelf) setAsked(wanted);
          else give(wanted);
        }}
      />
      {asked !== null && (
        <Confirm
          isOpen
          onClose={() => setAsked(null)}
          title={`Become ${asked === "viewer" ? "a viewer" : "an editor"} of ${account.name}?`}
          action="Give up ownership"
          isBusy={change.isPending}
          onConfirm={() => give(asked)}
        >
          {asked === "viewer" ? "A viewer" : "An editor"} {roleWords[asked].may}. Only another owner can make
          you an owner again.
        </Confirm>
      )}
    </>
  );
}
