import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { ListedChain } from "./chain-users.ts";
import { ChainUsersList } from "./chain-users-list.tsx";

/** Whose readings go through a chain because it is assigned to them. */
export function ChainUsersDialog({
  chain,
  isOpen,
  onClose,
  title = `Where ${chain.name} is used`,
  description,
}: {
  readonly chain: ListedChain;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title?: string;
  readonly description?: string;
}) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      {...(description === undefined ? {} : { description })}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {isOpen && <ChainUsersList chain={chain} />}
    </Dialog>
  );
}
