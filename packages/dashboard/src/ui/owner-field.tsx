import type { Owner } from "@weir/protocol/closed-sets";
import { useMay, useSession } from "../app/session.tsx";
import { SelectField } from "./field.tsx";

/** Asks who is to see something new. Viewers are not asked, because they can only create what is their own. */
export function OwnerField({
  owner,
  onChange,
}: {
  readonly owner: Owner;
  readonly onChange: (owner: Owner) => void;
}) {
  const { account } = useSession();
  if (!useMay("editor")) return null;
  return (
    <SelectField
      label="Visible to"
      value={owner}
      choices={[
        { value: "account", label: `Everyone in ${account.name}` },
        { value: "person", label: "Only you" },
      ]}
      onChange={({ target }) => onChange(target.value as Owner)}
    />
  );
}
