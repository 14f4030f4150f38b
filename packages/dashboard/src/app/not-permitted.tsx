import { Lock } from "lucide-react";
import { useCall } from "../api/queries.ts";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/states.tsx";
import { useSession } from "./session.tsx";

/** Says that the page is for other roles, and whom to ask. */
export function NotPermitted({ title, children }: { readonly title: string; readonly children?: string }) {
  const { account } = useSession();
  const members = useCall("listMembers", { query: { limit: 1000 } });
  const owners = (members.data?.items ?? []).filter(({ role }) => role === "owner").map(({ email }) => email);
  return (
    <Card>
      <EmptyState icon={<Lock size={22} />} title={title}>
        {children} You are {account.role === "viewer" ? "a viewer" : "an editor"} of {account.name}.
        {owners.length > 0 && <> To get access, ask {owners.slice(0, 3).join(", ")}.</>}
      </EmptyState>
    </Card>
  );
}
