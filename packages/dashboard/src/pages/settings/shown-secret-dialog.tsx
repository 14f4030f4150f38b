import { useEffect } from "react";
import { useChange } from "../../api/change.ts";
import { CodeBlock } from "../../ui/copy.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { ShownDialog } from "./shown-dialog.tsx";

/** The value of a secret. It is asked for as a change is, and so never kept: that it was shown is in the audit log. */
export function ShownSecretDialog({
  name,
  onClose,
}: {
  readonly name: string;
  readonly onClose: () => void;
}) {
  const show = useChange("showSecret", { quiet: true, refreshes: ["listAudit"] });
  const { mutate } = show;
  useEffect(() => mutate({ params: { secret: name } }), [mutate, name]);
  return (
    <ShownDialog
      title={`Secret “${name}”`}
      description="Viewing this secret is recorded in the audit log."
      done="Close"
      onClose={onClose}
    >
      {show.isError && <Failure error={show.error} onRetry={() => mutate({ params: { secret: name } })} />}
      {show.data === undefined && !show.isError && <Loading />}
      {show.data !== undefined && <CodeBlock isWrapped label="Value" code={show.data.value} />}
    </ShownDialog>
  );
}
