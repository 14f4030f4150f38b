import { stateNameMax, valueStatesMax } from "@weir/protocol/manage/value-state-limits";
import type { ValueState } from "@weir/protocol/manage/value-states";
import { Plus, X } from "lucide-react";
import { exactText } from "../../format/number.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { NumberInput } from "../../ui/number-field.tsx";
import type { StateDraft } from "./state-drafts.ts";

/** Names of values: 0 is closed, 1 is open. */
export function StatesField({
  states,
  hint,
  onChange,
}: {
  readonly states: readonly StateDraft[];
  readonly hint: string;
  readonly onChange: (states: readonly StateDraft[]) => void;
}) {
  const change = (nth: number, part: Partial<StateDraft>) =>
    onChange(states.with(nth, { ...states[nth]!, ...part }));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">
        State names <span className="font-normal text-faint">(optional)</span>
      </legend>
      {states.map(({ value, name }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else that tells them apart while they are typed.
        <div key={nth} className="flex items-center gap-2">
          <NumberInput
            aria-label={`Value of state ${nth + 1}`}
            required
            className={`${inputClass} w-24! shrink-0`}
            value={value}
            onChange={({ target }) => change(nth, { value: target.value })}
          />
          <input
            aria-label={`Name of state ${nth + 1}`}
            required
            maxLength={stateNameMax}
            autoComplete="off"
            placeholder={nth === 0 ? "e.g. Closed" : "e.g. Open"}
            className={inputClass}
            value={name}
            onChange={({ target }) => change(nth, { name: target.value })}
          />
          <IconButton label={`Remove state ${nth + 1}`} onClick={() => onChange(states.toSpliced(nth, 1))}>
            <X size={15} aria-hidden />
          </IconButton>
        </div>
      ))}
      {states.length < valueStatesMax && (
        <div>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => onChange([...states, ...nextStates(states)])}
          >
            Add state
          </Button>
        </div>
      )}
      {hasTwice(states) ? (
        <p role="alert" className="text-sm text-bad">
          Each value can have one name.
        </p>
      ) : (
        <p className="text-sm text-muted">{hint}</p>
      )}
    </fieldset>
  );
}

function hasTwice(states: readonly StateDraft[]): boolean {
  const values = states.map(({ value }) => value).filter((value) => value !== "");
  return new Set(values).size < values.length;
}

/** Most sensors with states have two, 0 and 1. */
function nextStates(states: readonly StateDraft[]): readonly StateDraft[] {
  if (states.length === 0) return ["0", "1"].map((value) => ({ value, name: "" }));
  return [{ value: "", name: "" }];
}

/** The names in a line, for tables: "0 Closed, 1 Open". */
export function statesText(states: readonly ValueState[]): string {
  return states.map(({ value, name }) => `${exactText(value)} ${name}`).join(", ");
}
