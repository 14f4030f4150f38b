import { useId, useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { useSession } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";

export function NewAccountDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const formId = useId();
  const { switchTo } = useSession();
  const [name, setName] = useState("");
  const create = useChange("createAccount", { quiet: true, onDone: ({ uuid }) => switchTo(uuid) });
  const close = () => {
    setName("");
    create.reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title="New account"
      description="It has devices, chains and members of its own. You become its owner, and go there."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={create.isPending}>
            Create the account
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({ body: { name } });
        }}
      >
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          error={fieldMessage(create.error, "name")}
          onChange={(event) => setName(event.target.value)}
        />
        <FormFault error={create.error} fields={["name"]} />
      </form>
    </Dialog>
  );
}
