import { GitCompareArrows } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../../../../ui/button.tsx";
import { CheckboxField, SelectField } from "../../../../ui/field.tsx";
import { FormError } from "../../../../ui/states.tsx";
import { useShared } from "../use-editor.ts";
import { PanelFormFoot, TrialSensorChoice, trialSensor } from "./panel-columns.tsx";

export interface ReplayRequest {
  readonly sensor: string;
  readonly hours: number;
  readonly dead_letters: boolean;
}

const ranges = [
  ["1", "Last hour"],
  ["24", "Last 24 hours"],
  ["168", "Last 7 days"],
  ["720", "Last 30 days"],
  ["2160", "Last 90 days"],
  ["8784", "Last year"],
] as const;

/** Which sensor's readings to compare, and how far back. */
export function ReplayForm({
  isBusy,
  error,
  areDead,
  onAreDead,
  onRun,
}: {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Whether to compare dead letters instead of stored readings. */
  readonly areDead: boolean;
  readonly onAreDead: (areDead: boolean) => void;
  readonly onRun: (request: ReplayRequest) => void;
}) {
  const { sensor } = useShared(trialSensor);
  const [hours, setHours] = useState("24");
  const [isAsked, setIsAsked] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsAsked(true);
    if (sensor !== null) onRun({ sensor, hours: Number(hours), dead_letters: areDead });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TrialSensorChoice error={isAsked && sensor === null ? "Choose a sensor." : undefined} />
      <SelectField
        label="Period"
        value={hours}
        onChange={(event) => setHours(event.target.value)}
        choices={ranges.map(([value, label]) => ({ value, label }))}
      />
      <CheckboxField
        label="Use dead letters instead"
        hint="Shows whether the change would fix them."
        checked={areDead}
        onChange={(event) => onAreDead(event.target.checked)}
      />
      <FormError error={error} />
      <PanelFormFoot>
        <Button
          type="submit"
          look="primary"
          isBusy={isBusy}
          icon={<GitCompareArrows size={14} aria-hidden />}
        >
          {isBusy ? "Comparing…" : "Compare"}
        </Button>
      </PanelFormFoot>
    </form>
  );
}
