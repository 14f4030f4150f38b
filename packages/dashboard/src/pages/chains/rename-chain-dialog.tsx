import { type FormEvent, useId, useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { fieldMessage } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormError } from "../../ui/states.tsx";

export function RenameChainDialog({
  chain,
  isOpen,
  onClose,
}: {
  readonly chain: { readonly uuid: string; readonly name: string };
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const form = useId();
  const [name, setName] = useState(chain.name);
  const rename = useChange("renameChain", {
    quiet: true,
    refreshes: ["listChains", "showChain"],
    said: ({ name: given }) => `It is called ${given} now.`,
    undo: () => () => call("renameChain", { params: { chain: chain.uuid }, body: { name: chain.name } }),
    onDone: onClose,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ params: { chain: chain.uuid }, body: { name: name.trim() } });
  };
  const close = () => {
    setName(chain.name);
    rename.reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={`Rename ${chain.name}`}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form={form}
            isBusy={rename.isPending}
            disabled={name.trim() === ""}
          >
            Rename
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          maxLength={200}
          autoComplete="off"
          value={name}
          error={fieldMessage(rename.error, "name")}
          onChange={(event) => setName(event.target.value)}
        />
        <FormError error={rename.error} />
      </form>
    </Dialog>
  );
}
