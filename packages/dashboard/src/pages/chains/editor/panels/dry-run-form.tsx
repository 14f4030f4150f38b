import { Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { SelectField, TextField } from "../../../../ui/field.tsx";
import { FormError } from "../../../../ui/states.tsx";
import {
  nothingTyped,
  type ReadingSource,
  type RunReadings,
  readingsToRun,
  samplesMax,
  type TypedProblems,
  type TypedReadings,
} from "../../model/typed-readings.ts";
import { useEditor, useShared } from "../use-editor.ts";
import { PanelFormFoot, TrialSensorChoice, trialSensor } from "./panel-columns.tsx";
import { TypedReadingFields } from "./typed-reading-fields.tsx";

export type Tested = "draft" | "live";

const sources: readonly { readonly value: ReadingSource; readonly label: string }[] = [
  { value: "typed", label: "Typed values" },
  { value: "last", label: "Latest from a sensor" },
  { value: "dead", label: "Latest dead letters" },
];

/** Kept while the panel is closed. */
let typedBefore = nothingTyped;

/** The form of a dry run: which version, and which readings. */
export function DryRunForm({
  isBusy,
  error,
  onRun,
}: {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onRun: (tested: Tested, readings: RunReadings & { sensor?: string }) => void;
}) {
  const { published, publishedVersion } = useEditor();
  const { sensor } = useShared(trialSensor);
  const [tested, setTested] = useState<Tested>("draft");
  const [source, setSource] = useState<ReadingSource>("typed");
  const [count, setCount] = useState("20");
  const [typed, setTyped] = useState<TypedReadings>(typedBefore);
  const [problems, setProblems] = useState<TypedProblems>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = readingsToRun({ source, typed, count, sensor });
    setProblems(chosen.ok ? {} : chosen.error);
    if (chosen.ok) onRun(tested, { ...chosen.value, ...(sensor === null ? {} : { sensor }) });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <SelectField
        label="Readings"
        value={source}
        onChange={(event) => setSource(event.target.value as ReadingSource)}
        choices={sources}
      />
      {source === "typed" ? (
        <TypedReadingFields
          typed={typed}
          problems={problems}
          onChange={(changed) => {
            typedBefore = changed;
            setTyped(changed);
          }}
        />
      ) : (
        <TextField
          label="How many"
          inputMode="numeric"
          hint={
            source === "last"
              ? `At most ${samplesMax}, oldest first, as they were saved.`
              : `At most ${samplesMax}, oldest first.`
          }
          error={problems.count}
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
      )}
      <TrialSensorChoice isOptional={source === "typed"} error={problems.sensor} />
      <SelectField
        label="Version"
        value={tested}
        onChange={(event) => setTested(event.target.value as Tested)}
        choices={[
          { value: "draft", label: "On the canvas" },
          ...(published === null
            ? []
            : [{ value: "live", label: `Version ${publishedVersion} (published)` }]),
        ]}
      />
      <FormError error={error} />
      <PanelFormFoot>
        <Button type="submit" look="primary" isBusy={isBusy} icon={<Play size={14} aria-hidden />}>
          {isBusy ? "Running…" : "Run"}
        </Button>
      </PanelFormFoot>
    </form>
  );
}
