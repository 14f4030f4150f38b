import { useState } from "react";
import { type Choice, SelectField, TextField } from "../../ui/field.tsx";
import { inheritLabel } from "../../ui/inherit-choice.ts";
import { keptText } from "./kept-text.ts";

/** How long readings are kept: as set for the account, forever (null), or for a number of days. */
export type Keep = "account" | number | null;

const usual: readonly (number | null)[] = [7, 30, 90, 365, 730, 1825, null];
const daysMax = 36_525;
const usualDays = 365;

export function isKeepable(keep: Keep): boolean {
  return keep === null || keep === "account" || (Number.isInteger(keep) && keep >= 1 && keep <= daysMax);
}

/** The usual durations. `others` are listed above them, such as the current one if it is unusual. */
export function keepChoices(...others: readonly Choice[]): readonly Choice[] {
  return [...others, ...usual.map((days) => ({ value: String(days), label: keepLabel(days) }))];
}

/** "Forever", "30 days". */
export function keepLabel(days: number | null): string {
  return days === null ? "Forever" : keptText(days);
}

/** The account's setting; undefined while it is not known. */
export function accountChoice(days: number | null | undefined): Choice {
  return {
    value: "account",
    label: inheritLabel(days === undefined ? undefined : keptText(days)),
  };
}

export function keepOf(value: string): Keep {
  if (value === "account") return value;
  return value === "null" ? null : Number(value);
}

/** Chooses a usual duration, or any number of days. */
export function KeepField<Kept extends Keep>({
  label,
  keep,
  others = [],
  onChange,
}: {
  readonly label: string;
  readonly keep: Kept;
  /** Further choices. */
  readonly others?: readonly Choice[];
  readonly onChange: (keep: Kept) => void;
}) {
  const [isOtherAsked, setIsOtherAsked] = useState(false);
  const isOther = typeof keep === "number" && (isOtherAsked || !usual.includes(keep));
  const choose = (value: string) => {
    setIsOtherAsked(value === "other");
    if (value !== "other") onChange(keepOf(value) as Kept);
    else if (typeof keep !== "number") onChange(usualDays as Kept);
  };
  return (
    <div className="flex flex-wrap gap-3">
      <SelectField
        label={label}
        className="min-w-52 flex-1"
        choices={[...keepChoices(...others), { value: "other", label: "Other…" }]}
        value={isOther ? "other" : String(keep)}
        onChange={(event) => choose(event.target.value)}
      />
      {isOther && (
        <TextField
          label="Days"
          className="min-w-28 flex-1"
          type="number"
          required
          min={1}
          max={daysMax}
          step={1}
          value={Number.isNaN(keep) ? "" : String(keep)}
          error={isKeepable(keep) ? undefined : "Enter a whole number of days, 1 or more."}
          onChange={({ target: { value } }) => onChange((value === "" ? Number.NaN : Number(value)) as Kept)}
        />
      )}
    </div>
  );
}
