import { useChange } from "../api/change.ts";
import { Button } from "../ui/button.tsx";

/** For owners, while the account waits to be deleted. */
export function CancelDeletion() {
  const cancel = useChange("cancelAccountDeletion", {
    refreshes: ["showSession", "showAccountDeletion", "listAudit"],
    said: "The account will not be deleted.",
  });
  return (
    <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate({})}>
      Cancel deletion
    </Button>
  );
}
