import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "../../../../ui/states.tsx";

/** What a viewer sees in place of a panel that is for editors. */
export function NoPermission({ children }: { readonly children: ReactNode }) {
  return (
    <EmptyState icon={<Lock size={22} />} title="Editors only">
      {children} An owner of this account can give you that role. Everyone can see recorded traces.
    </EmptyState>
  );
}
