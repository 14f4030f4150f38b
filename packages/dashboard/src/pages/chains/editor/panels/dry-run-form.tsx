import { Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { CallInput } from "../../../../api/route-types.ts";
import { readTypedNumber } from "../../../../format/typed-number.ts";
import { Button } from "../../../../ui/button.tsx";
import { SelectField, TextField } from "../../../../ui/field.tsx";
import { FormError } from "../../../../ui/states.tsx";
import {
  nothingTyped,
  parseTypedReadings,
  type TypedProblems,
  type TypedReadings,
} from "../../model/typed-readings.ts";
import { useEditor } from "../use-editor.ts";
import { PanelFormFoot } from "./panel-columns.tsx";
import { SensorChoice } from "./sensor-choice.tsx";
import { useTrialSensor } from "./trial-sensor.ts";
import { TypedReadingFields } from "./typed-reading-fields.tsx";

export type Tested = "draft" | "live";
type Source = "typed" | "last" | "dead";
type Readings = Pick<CallInput<"dryRunChain">["body"], "samples" | "last" | "last_dead_letters">;

const sources: readonly { readonly value: Source; readonly label: string }[] = [
  { value: "typed", label: "Typed values" },
  { value: "last", label: "Latest from a sensor" },
  { value: "dead", label: "Latest dead letters" },
];

const countMax = 200;
/** Kept while the panel is closed: who comes back goes on. */
let typedBefore = nothingTyped;

/** What to run, and which readings. */
export function DryRunForm({
  isBusy,
  error,
  onRun,
}: {
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly onRun: (tested: Tested, readings: Readings & { sensor?: string }) => void;
}) {
  const { live, liveVersion } = useEditor();
  const { sensor } = useTrialSensor();
  const [tested, setTested] = useState<Tested>("draft");
  const [source, setSource] = useState<Source>("typed");
  const [count, setCount] = useState("20");
  const [typed, setTyped] = useState<TypedReadings>(typedBefore);
  const [problems, setProblems] = useState<TypedProblems & { sensor?: string; count?: string }>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = readingsOf({ source, typed, count, sensor });
    setProblems(chosen.ok ? {} : chosen.problems);
    if (chosen.ok) onRun(tested, { ...chosen.readings, ...(sensor === null ? {} : { sensor }) });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <SelectField
        label="Readings"
        value={source}
        onChange={(event) => setSource(event.target.value as Source)}
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
              ? `At most ${countMax}, oldest first, as they were saved.`
              : `At most ${countMax}, oldest first.`
          }
          error={problems.count}
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
      )}
      <SensorChoice isOptional={source === "typed"} error={problems.sensor} />
      <SelectField
        label="Version"
        value={tested}
        onChange={(event) => setTested(event.target.value as Tested)}
        choices={[
          { value: "draft", label: "On the canvas" },
          ...(live === null ? [] : [{ value: "live", label: `Version ${liveVersion} (published)` }]),
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

function readingsOf({
  source,
  typed,
  count,
  sensor,
}: {
  readonly source: Source;
  readonly typed: TypedReadings;
  readonly count: string;
  readonly sensor: string | null;
}):
  | { ok: true; readings: Readings }
  | { ok: false; problems: TypedProblems & { sensor?: string; count?: string } } {
  if (source === "typed") {
    const parsed = parseTypedReadings(typed);
    return parsed.ok ? { ok: true, readings: { samples: parsed.samples } } : parsed;
  }
  const typedCount = readTypedNumber(count);
  const number = typedCount.kind === "number" ? typedCount.value : 0;
  if (!Number.isInteger(number) || number < 1 || number > countMax)
    return { ok: false, problems: { count: `Enter a whole number from 1 to ${countMax}.` } };
  if (sensor === null) return { ok: false, problems: { sensor: "Choose a sensor." } };
  return { ok: true, readings: source === "last" ? { last: number } : { last_dead_letters: number } };
}
