import type { Owner } from "@weir/protocol/closed-sets";
import { useMay, useSession } from "../app/session.tsx";
import { SelectField } from "./field.tsx";

/** What is asked about something new that can be a person's own. */
export interface Named {
  readonly name: string;
  readonly owner: Owner;
}

/** What a form for something new begins with. Whoever can change what everyone sees usually means that. */
export function useNothingNamed(): Named {
  return { name: "", owner: useMay("editor") ? "account" : "person" };
}

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
