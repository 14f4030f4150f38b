import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Differences } from "./version-diff.tsx";

/** Shows what a roll-back would change, and does it. */
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
      `Version ${published.version} published, a copy of version ${body.version}.`,
    onDone: onClose,
  });
  return (
    <FormDialog
      isOpen={version !== null}
      isWide
      title={`Roll back to version ${version ?? ""}`}
      description="This publishes a copy of that version as a new version. New readings go through it immediately. The draft stays as it is."
      submit="Roll back"
      isBusy={rollBack.isPending}
      error={rollBack.error}
      onSubmit={() => version !== null && rollBack.mutate({ params: { chain }, body: { version } })}
      onClose={onClose}
    >
      {version !== null && data?.live && (
        <Differences chain={chain} from={String(data.live.version)} to={String(version)} />
      )}
    </FormDialog>
  );
}
