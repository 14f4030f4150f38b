import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { fieldMessage } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormFault } from "../../ui/form-fault.tsx";

export function RenameAccount({ name }: { readonly name: string }) {
  const [wanted, setWanted] = useState(name);
  const rename = useChange("renameAccount", {
    quiet: true,
    refreshes: ["showAccount", "showSession", "listAudit"],
    said: (renamed) => `Account renamed to ${renamed.name}.`,
    undo: () => () => call("renameAccount", { body: { name } }),
  });
  return (
    <Form className="flex max-w-md flex-col gap-3" onSubmit={() => rename.mutate({ body: { name: wanted } })}>
      <div className="flex items-start gap-2">
        <TextField
          label="Name"
          className="flex-1"
          required
          maxLength={200}
          value={wanted}
          error={fieldMessage(rename.error, "name")}
          onChange={(event) => setWanted(event.target.value)}
        />
        <Button
          type="submit"
          className="mt-6"
          isBusy={rename.isPending}
          disabled={wanted.trim() === name || wanted.trim() === ""}
        >
          Rename
        </Button>
      </div>
      <FormFault error={rename.error} fields={["name"]} />
    </Form>
  );
}
