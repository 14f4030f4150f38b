import { Button, ButtonLink } from "../ui/button.tsx";
import type { Destination } from "../ui/destination.ts";
import { EmptyState } from "../ui/states.tsx";
import { openHereIn, useSession } from "./session.tsx";

/** Shown for something that does not exist in this account, or no longer exists. */
export function NotThere({
  what,
  all: { label, ...place },
}: {
  /** Such as "device". */
  readonly what: string;
  /** The list of existing ones. */
  readonly all: Destination & { readonly label: string };
}) {
  return (
    <EmptyState
      title={`${what[0]?.toUpperCase()}${what.slice(1)} not found`}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink {...place}>{label}</ButtonLink>
          <OtherAccounts />
        </div>
      }
    >
      It was deleted, or it belongs to another account.
    </EmptyState>
  );
}

/**
 * Links to the same address in the person's other accounts. Only opening one shows whether it exists there.
 */
export function OtherAccounts() {
  const { accounts, account } = useSession();
  return accounts
    .filter(({ uuid }) => uuid !== account.uuid)
    .map(({ uuid, name }) => (
      <Button key={uuid} onClick={() => openHereIn(uuid)}>
        Switch to {name}
      </Button>
    ));
}
