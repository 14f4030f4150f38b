import type { CallInput } from "../../../api/route-types.ts";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Note } from "../../../ui/states.tsx";
import { useFields } from "../../../ui/use-fields.ts";

type Terms = CallInput<"regenerateToken">["body"];
type Overlap = "none" | "first_use" | "hours";

interface TypedOverlap {
  readonly overlap: Overlap;
  readonly hours: string;
}

const hoursMax = 168;

const choices: readonly { value: Overlap; label: string }[] = [
  { value: "none", label: "Stops immediately" },
  { value: "first_use", label: "Until the new one is used" },
  { value: "hours", label: "Works for a few more hours" },
];

/** Asks how long the old token stays valid, and explains what that means for the device. */
export function RegenerateForm({
  deviceName,
  isBusy,
  error,
  onRegenerate,
  onClose,
}: {
  readonly deviceName: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onRegenerate: (terms: Terms) => void;
  readonly onClose: () => void;
}) {
  const form = useFields<TypedOverlap>({ overlap: "none", hours: "24" }, { isPending: isBusy, error });
  const { overlap, hours } = form.values;
  const isWrong = overlap === "hours" && !(Number(hours) > 0 && Number(hours) <= hoursMax);
  return (
    <FormDialog
      title={`Regenerate the token for “${deviceName}”?`}
      submit="Regenerate token"
      look="danger"
      {...form.saving}
      isComplete={!isWrong}
      onSubmit={() => onRegenerate(termsOf(overlap, Number(hours)))}
      onClose={onClose}
    >
      <SelectField label="The old token" choices={choices} {...form.text("overlap")} />
      {overlap === "hours" && (
        <TextField
          label="Hours"
          type="number"
          min={0}
          max={hoursMax}
          step="any"
          {...form.text("hours")}
          error={isWrong ? `Enter a number of hours above 0, up to ${hoursMax}.` : undefined}
        />
      )}
      <Note tone={overlap === "none" ? "warn" : "info"}>{meaning[overlap]}</Note>
    </FormDialog>
  );
}

const meaning: Record<Overlap, string> = {
  none: "The old token stops working immediately. Until the device has the new one, its requests are refused with 401.",
  first_use:
    "Both tokens work until the device first uses the new one. Then the old one stops working immediately.",
  hours:
    "Both tokens work for that long. Then the old one stops working, whether the device has the new one or not.",
};

function termsOf(overlap: Overlap, hours: number): Terms {
  if (overlap === "none") return {};
  if (overlap === "first_use") return { overlap: { until_first_use: true } };
  return { overlap: { seconds: Math.max(1, Math.round(hours * 3600)) } };
}
