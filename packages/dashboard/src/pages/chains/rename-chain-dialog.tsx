import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { fieldMessage } from "../../api/problem.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

export function RenameChainDialog({
  chain,
  onClose,
}: {
  readonly chain: { readonly uuid: string; readonly name: string };
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(chain.name);
  const rename = useChange("renameChain", {
    quiet: true,
    refreshes: ["listChains", "showChain"],
    said: ({ name: given }) => `Renamed to ${given}.`,
    undo: () => () => call("renameChain", { params: { chain: chain.uuid }, body: { name: chain.name } }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Rename ${chain.name}`}
      submit="Rename"
      isBusy={rename.isPending}
      isComplete={name.trim() !== ""}
      error={rename.error}
      fields={["name"]}
      onSubmit={() => rename.mutate({ params: { chain: chain.uuid }, body: { name: name.trim() } })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        value={name}
        error={fieldMessage(rename.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
