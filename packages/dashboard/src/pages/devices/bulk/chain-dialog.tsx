import { useState } from "react";
import { plural } from "../../../format/number.ts";
import { SelectField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { inheritChoice } from "../../../ui/inherit-choice.ts";
import { useChainChoices } from "../../device/published-chains.ts";

/** Asks for the rule chain that devices get. */
export function ChainDialog({
  count,
  isBusy,
  onClose,
  onAssign,
}: {
  readonly count: number;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  /** `chain` is a UUID; null for that of the group or account. */
  readonly onAssign: (chain: string | null) => void;
}) {
  const [chain, setChain] = useState("");
  const chains = useChainChoices(null);
  return (
    <FormDialog
      title={`Assign a rule chain to ${plural(count, "device")}`}
      description={
        chain === ""
          ? "New readings go through the rule chain of the group or account, except those of sensors that have their own."
          : "New readings go through it, except those of sensors that have their own rule chain."
      }
      submit={chain === "" ? "Inherit" : "Assign"}
      isBusy={isBusy}
      onSubmit={() => onAssign(chain === "" ? null : chain)}
      onClose={onClose}
    >
      <SelectField
        label="Rule chain"
        value={chain}
        onChange={(event) => setChain(event.target.value)}
        choices={[inheritChoice(), ...chains]}
      />
    </FormDialog>
  );
}
