import { useState } from "react";
import { useChange } from "../../../api/change.ts";
import { fieldMessage } from "../../../api/problem.ts";
import { useMay } from "../../../app/session.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { OwnerField } from "../../../ui/owner-field.tsx";
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
      <OwnerField owner={owner} onChange={setOwner} />
    </FormDialog>
  );
}
