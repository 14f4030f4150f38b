import type { GrantKind } from "@weir/protocol/closed-sets";
import { useCall } from "../../api/queries.ts";
import { CheckboxField } from "../../ui/field.tsx";
import { Note } from "../../ui/states.tsx";

const grantWords: Readonly<Record<GrantKind, string>> = {
  api_key: "API key",
  share_link: "Share link of",
  provisioning_key: "Provisioning key",
  invitation: "Invitation of",
};

/** What a member made that works without them, and whether it ends together with their membership. */
export function MemberGrants({
  member,
  isRevoking,
  onChange,
}: {
  readonly member: string;
  readonly isRevoking: boolean;
  readonly onChange: (isRevoking: boolean) => void;
}) {
  const { data, error } = useCall("listMemberGrants", { params: { member } });
  if (error !== null) return <Note tone="warn">Couldn’t list what they created.</Note>;
  if (data === undefined || data.items.length === 0) return null;
  return (
    <div className="mt-3 flex flex-col gap-2">
      <p>They created these, which keep working:</p>
      <ul className="max-h-48 list-disc overflow-y-auto pl-5">
        {data.items.map(({ uuid, kind, name }) => (
          <li key={uuid} className="break-words">
            {grantWords[kind]} “{name}”
          </li>
        ))}
      </ul>
      <CheckboxField
        label="Revoke all of them"
        checked={isRevoking}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
