import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormError } from "../../ui/states.tsx";
import { Differences } from "./version-diff.tsx";

/** Shows what going back would change, and does it. */
export function RollBackDialog({
  chain,
  version,
  onClose,
}: {
  readonly chain: string;
  readonly version: number | null;
  readonly onClose: () => void;
}) {
  const { data } = useCall("showChain", { params: { chain } });
  const rollBack = useChange("rollBackChain", {
    quiet: true,
    refreshes: ["showChain", "listChains", "listChainVersions", "showChainActivity"],
    said: (published, { body }) =>
      `Published version ${published.version}, a copy of version ${body.version}.`,
    onDone: onClose,
  });
  return (
    <Dialog
      isOpen={version !== null}
      onClose={onClose}
      isWide
      title={`Roll back to version ${version ?? ""}`}
      description="This publishes a copy of that version as a new version. New readings go through it immediately. The draft stays as it is."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            isBusy={rollBack.isPending}
            onClick={() => version !== null && rollBack.mutate({ params: { chain }, body: { version } })}
          >
            Roll back
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {version !== null && data?.live && (
          <Differences chain={chain} from={String(data.live.version)} to={String(version)} />
        )}
        <FormError error={rollBack.error} />
      </div>
    </Dialog>
  );
}
