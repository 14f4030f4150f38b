import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { useSession } from "../../app/session.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

export function NewAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const { switchTo } = useSession();
  const [name, setName] = useState("");
  const create = useChange("createAccount", { quiet: true, onDone: ({ uuid }) => switchTo(uuid) });
  return (
    <FormDialog
      title="New account"
      description="The new account has its own devices, chains and members. You’ll be its owner and switch to it."
      submit="Create account"
      isBusy={create.isPending || create.isSuccess}
      error={create.error}
      fields={["name"]}
      onSubmit={() => create.mutate({ body: { name } })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        value={name}
        error={fieldMessage(create.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
