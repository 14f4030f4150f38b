import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import { useFields } from "../../ui/use-fields.ts";

export function RenameAccount({ name }: { readonly name: string }) {
  const rename = useChange("renameAccount", {
    quiet: true,
    refreshes: ["showAccount", "showSession", "listAudit"],
    said: (renamed) => `Account renamed to ${renamed.name}.`,
    undo: () => () => call("renameAccount", { body: { name } }),
  });
  const form = useFields({ name }, rename);
  const wanted = form.values.name.trim();
  return (
    <Form className="flex max-w-md flex-col gap-3" onSubmit={() => rename.mutate({ body: form.values })}>
      <div className="flex items-start gap-2">
        <TextField label="Name" className="flex-1" required maxLength={200} {...form.text("name")} />
        <Button
          type="submit"
          className="mt-6"
          isBusy={rename.isPending}
          disabled={wanted === name || wanted === ""}
        >
          Rename
        </Button>
      </div>
      <FormFault {...form.saving} />
    </Form>
  );
}
