import { shortTime } from "../format/time.ts";
import { ExactTime } from "../ui/relative-time.tsx";
import { CancelDeletion } from "./cancel-deletion.tsx";
import { useMay, useSession } from "./session.tsx";

/** Says on every page of an account that it is about to be deleted. */
export function DeletionNote() {
  const { account } = useSession();
  const mayCancel = useMay("owner");
  if (account.deletion_due_at === null) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-bad-soft px-6 py-2 text-sm max-md:px-4"
    >
      <p className="min-w-0 flex-1 basis-64">
        <strong className="font-medium">{account.name} will be deleted</strong> with everything in it on{" "}
        <ExactTime at={account.deletion_due_at} text={shortTime} />.{" "}
        {!mayCancel && "An owner of the account can cancel this."}
      </p>
      {mayCancel && <CancelDeletion />}
    </div>
  );
}
