import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { fieldMessage } from "../../../api/problem.ts";
import { useMay, useSession } from "../../../app/session.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import type { ChartDefinition } from "./chart-definition.ts";
import type { ListedChart } from "./use-saved-charts.ts";

/** Saves the chart on the page under a name. */
export function SaveChartDialog({
  definition,
  onSaved,
  onClose,
}: {
  readonly definition: ChartDefinition;
  readonly onSaved: (uuid: string) => void;
  readonly onClose: () => void;
}) {
  const mayEdit = useMay("editor");
  const { account } = useSession();
  const [name, setName] = useState("");
  const [owner, setOwner] = useState<ListedChart["owner"]>(mayEdit ? "account" : "person");
  const create = useChange("createChart", {
    quiet: true,
    refreshes: ["listCharts"],
    said: ({ name: given }) => `${given} was saved.`,
    onDone: ({ uuid }) => {
      onSaved(uuid);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Save this chart"
      description="Its sensors, range and options are saved, and not the readings."
      submit="Save chart"
      isBusy={create.isPending}
      isComplete={name.trim() !== ""}
      error={create.error}
      fields={["name"]}
      onSubmit={() => create.mutate({ body: { name: name.trim(), owner, definition } })}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        value={name}
        error={fieldMessage(create.error, "name")}
        onChange={({ target }) => setName(target.value)}
      />
      {mayEdit && (
        <SelectField
          label="Visible to"
          value={owner}
          choices={[
            { value: "account", label: `Everyone in ${account.name}` },
            { value: "person", label: "Only you" },
          ]}
          onChange={({ target }) => setOwner(target.value as ListedChart["owner"])}
        />
      )}
    </FormDialog>
  );
}
