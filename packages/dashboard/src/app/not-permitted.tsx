import { Lock } from "lucide-react";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/states.tsx";
import { useMembers } from "./people.tsx";
import { useSession } from "./session.tsx";

const ownersMax = 3;

/** Says that the page is for other roles, and whom to ask. */
export function NotPermitted({ title, children }: { readonly title: string; readonly children?: string }) {
  const { account } = useSession();
  const members = useMembers();
  const owners = (members.data?.items ?? []).filter(({ role }) => role === "owner").slice(0, ownersMax);
  return (
    <Card>
      <EmptyState icon={<Lock size={22} />} title={title}>
        {children} You are {account.role === "viewer" ? "a viewer" : "an editor"} of {account.name}.
        {owners.length > 0 && (
          <> To get access, ask {owners.map(({ name, email }) => `${name} (${email})`).join(", ")}.</>
        )}
      </EmptyState>
    </Card>
  );
}
