import { SelectField, TextField } from "../../../ui/field.tsx";

/** How long readings are kept: as the account says, for ever (null), or so many days. */
export type Keep = "account" | number | null;

const daysMax = 36_525;
const usualDays = 90;

export function isKeepable(keep: Keep): boolean {
  return keep === null || keep === "account" || (Number.isInteger(keep) && keep >= 1 && keep <= daysMax);
}

export function keepText(days: number | null): string {
  return days === null ? "forever" : days === 1 ? "1 day" : `${days} days`;
}

export function KeepField({
  label,
  keep,
  accountDays,
  onChange,
  isDisabled = false,
}: {
  readonly label: string;
  readonly keep: Keep;
  /** Undefined while it is not known. */
  readonly accountDays: number | null | undefined;
  readonly onChange: (keep: Keep) => void;
  readonly isDisabled?: boolean;
}) {
  const kind = keep === "account" ? "account" : keep === null ? "ever" : "days";
  const choose = (chosen: string) =>
    onChange(chosen === "account" ? "account" : chosen === "ever" ? null : usualDays);
  const ofAccount = accountDays === undefined ? "" : `: ${keepText(accountDays)}`;
  return (
    <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
      <SelectField
        label={label}
        value={kind}
        disabled={isDisabled}
        choices={[
          { value: "account", label: `Account default${ofAccount}` },
          { value: "ever", label: "Forever" },
          { value: "days", label: "For some days" },
        ]}
        onChange={(event) => choose(event.target.value)}
      />
      {kind === "days" && (
        <TextField
          label="Days"
          type="number"
          min={1}
          max={daysMax}
          disabled={isDisabled}
          value={Number.isNaN(keep) ? "" : String(keep)}
          error={isKeepable(keep) ? undefined : "Enter a whole number of days, 1 or more."}
          onChange={(event) => onChange(event.target.value === "" ? Number.NaN : Number(event.target.value))}
        />
      )}
    </div>
  );
}
