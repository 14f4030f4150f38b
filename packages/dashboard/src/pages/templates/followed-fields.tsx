import type { ContractName, Handling } from "@weir/protocol/contracts";
import { Card } from "../../ui/card.tsx";
import { CheckboxField, choicesOf, SelectField } from "../../ui/field.tsx";
import { inheritChoice, inheritLabel } from "../../ui/inherit-choice.ts";
import { useChainChoices } from "../device/published-chains.ts";
import { handlingLabels } from "../device/settings/handling-labels.ts";
import { IntervalField } from "../expectation/interval-field.tsx";
import { SilenceAlarmField } from "../expectation/silence-alarm-field.tsx";
import type { TemplateFields } from "./template-fields.ts";

const contractLabels: Readonly<Record<ContractName, string>> = {
  queued: "Queued",
  stored: "Stored, for old firmware",
};

/** The settings of the device itself. */
export function FollowedFields({
  fields,
  onChange,
}: {
  readonly fields: TemplateFields;
  readonly onChange: (change: Partial<TemplateFields>) => void;
}) {
  const chains = useChainChoices(null);
  return (
    <Card title="Device settings">
      <div className="grid items-start gap-4 md:grid-cols-2">
        <SelectField
          label="Rule chain"
          value={fields.chain ?? ""}
          choices={[inheritChoice(), ...chains]}
          onChange={({ target }) => onChange({ chain: target.value === "" ? null : target.value })}
        />
        <SelectField
          label="Handling"
          value={fields.handling}
          choices={choicesOf(handlingLabels)}
          onChange={({ target }) => onChange({ handling: target.value as Handling })}
        />
        <IntervalField
          intervalS={fields.expected_interval_s}
          automatic="Automatic"
          hint="How often the devices send. Automatic uses the interval of the group or account, or learns it."
          onChange={(expected_interval_s) => onChange({ expected_interval_s })}
        />
        <SilenceAlarmField
          alarm={fields.silence_alarm}
          inherited={inheritLabel()}
          onChange={(silence_alarm) => onChange({ silence_alarm })}
        />
        <SelectField
          label="Contract"
          value={fields.contract ?? ""}
          choices={[inheritChoice(), ...choicesOf(contractLabels)]}
          onChange={({ target }) =>
            onChange({ contract: target.value === "" ? null : (target.value as ContractName) })
          }
        />
        <CheckboxField
          label="Judge readings by arrival time if the clock is wrong"
          hint="For devices whose clock resets, for example to 1970 after a power cut. Alert rules then treat their readings as current."
          checked={fields.judge_by_arrival}
          onChange={({ target }) => onChange({ judge_by_arrival: target.checked })}
        />
      </div>
    </Card>
  );
}
