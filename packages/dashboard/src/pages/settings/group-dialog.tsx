import { useId, useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormFault } from "../../ui/form-fault.tsx";
import type { Group } from "./groups-section.tsx";

const changed = ["listDeviceGroups", "listDevices", "showDevice", "listChains", "listAudit"] as const;

export function GroupDialog({
  group,
  onClose,
}: {
  readonly group: Group | "new";
  readonly onClose: () => void;
}) {
  const formId = useId();
  const known = group === "new" ? null : group;
  const [name, setName] = useState(known?.name ?? "");
  const [chain, setChain] = useState(known?.chain?.uuid ?? "");
  const chains = useCall("listChains", { query: { limit: 1000 } });
  const create = useChange("createDeviceGroup", {
    ...{ quiet: true, refreshes: changed, onDone: onClose },
    said: "The group is there. Move devices into it from their list.",
  });
  const update = useChange("updateDeviceGroup", {
    ...{ quiet: true, refreshes: changed, onDone: onClose },
    said: "The group is saved.",
  });
  const error = create.error ?? update.error;
  const published = (chains.data?.items ?? []).filter(({ live }) => live !== null);
  const choices = [
    { value: "", label: "As the account" },
    ...published.map((candidate) => ({ value: candidate.uuid, label: candidate.name })),
  ];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={known === null ? "New group" : "Edit group"}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={create.isPending || update.isPending}>
            {known === null ? "Create the group" : "Save"}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          const body = { name, chain: chain === "" ? null : chain };
          if (known === null) create.mutate({ body });
          else update.mutate({ params: { group: known.name }, body });
        }}
      >
        <TextField
          label="Name"
          autoComplete="off"
          required
          maxLength={200}
          value={name}
          error={fieldMessage(error, "name")}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label="Rule chain"
          hint="Applies to its devices, unless one has a chain of its own."
          choices={choices}
          value={chain}
          error={fieldMessage(error, "chain")}
          onChange={(event) => setChain(event.target.value)}
        />
        <FormFault error={error} fields={["name", "chain"]} />
      </form>
    </Dialog>
  );
}
