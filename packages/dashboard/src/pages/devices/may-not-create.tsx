import { ButtonLink } from "../../ui/button.tsx";
import { type Crumb, Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";

export const devicesCrumbs: readonly Crumb[] = [{ label: "Devices", to: "/devices" }];

/** A page that creates devices, for people who may not. */
export function MayNotCreate({ title }: { readonly title: string }) {
  return (
    <Page title={title} crumbs={devicesCrumbs}>
      <EmptyState
        title="You have read-only access"
        action={<ButtonLink to="/devices">Go to devices</ButtonLink>}
      >
        Only editors and owners can create devices. Ask an owner of the account to change your role.
      </EmptyState>
    </Page>
  );
}
