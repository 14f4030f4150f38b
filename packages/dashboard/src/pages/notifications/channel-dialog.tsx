import type { Owner } from "@weir/protocol/closed-sets";
import { useChange } from "../../api/change.ts";
import { choicesOf, SelectField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { ChannelFields } from "./channel-fields.tsx";
import { typedKindLabels } from "./channel-words.ts";
import { nothingTyped, typedTarget } from "./typed-channel.ts";

/** Sets up a channel of the account or of the person. */
export function ChannelDialog({ owner, onClose }: { readonly owner: Owner; readonly onClose: () => void }) {
  const create = useChange("createChannel", {
    quiet: true,
    refreshes: ["listChannels", "listAudit"],
    onDone: onClose,
    said: ({ name: made }) => `“${made}” was created. Send a test to check that it works.`,
  });
  const form = useFields(nothingTyped, create);
  const save = () =>
    create.mutate({ body: { owner, name: form.values.name, target: typedTarget(form.values) } });
  return (
    <FormDialog
      title={owner === "account" ? "New account channel" : "New personal channel"}
      submit="Create channel"
      {...form.saving}
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField label="Kind" choices={choicesOf(typedKindLabels)} {...form.text("kind")} />
      <ChannelFields form={form} />
    </FormDialog>
  );
}
