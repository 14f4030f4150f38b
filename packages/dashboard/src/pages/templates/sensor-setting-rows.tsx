import { cx } from "../../ui/class-names.ts";
import { Select } from "../../ui/field.tsx";
import { inheritChoice } from "../../ui/inherit-choice.ts";
import { PhoneLabel } from "../../ui/phone-label.tsx";
import { useChainChoices } from "../device/published-chains.ts";
import { isMeant, slugOfDraft } from "../devices/sensor-draft.ts";
import { accountChoice, keepChoices, keepLabel, keepOf } from "../retention/keep-field.tsx";
import { noSettings, type SensorSettings, type TemplateFields } from "./template-fields.ts";

const columns = "md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)]";

/** The rule chain and the retention of each sensor. */
export function SensorSettingRows({
  fields: { sensors, ofSensors },
  onChange,
}: {
  readonly fields: TemplateFields;
  readonly onChange: (ofSensors: ReadonlyMap<number, SensorSettings>) => void;
}) {
  const chains = useChainChoices(null);
  const named = sensors.filter(isMeant);
  if (named.length === 0) return null;
  const isAnySet = [...ofSensors.values()].some(
    ({ chain, retention_days }) => chain !== null || retention_days !== "account",
  );
  return (
    <details open={isAnySet} className="mt-4 border-t border-line pt-3">
      <summary className="cursor-pointer text-sm font-medium">Rule chain and retention of sensors</summary>
      <div className="mt-3 flex flex-col gap-2">
        <div aria-hidden className={cx("grid gap-2 text-sm font-medium max-md:hidden", columns)}>
          <span>Slug</span>
          <span>Rule chain</span>
          <span>Readings are kept</span>
        </div>
        {named.map((sensor) => {
          const slug = slugOfDraft(sensor);
          const own = ofSensors.get(sensor.key) ?? noSettings;
          const set = (changed: Partial<SensorSettings>) =>
            onChange(new Map([...ofSensors, [sensor.key, { ...own, ...changed }]]));
          const { retention_days: keep } = own;
          const unusual = typeof keep === "number" ? [{ value: String(keep), label: keepLabel(keep) }] : [];
          const choices = keepChoices(accountChoice(undefined));
          const isListed = choices.some(({ value }) => value === String(keep));
          return (
            <div key={sensor.key} className={cx("grid items-center gap-2", columns)}>
              <span className="truncate font-mono text-sm">{slug}</span>
              <PhoneLabel>Rule chain</PhoneLabel>
              <Select
                aria-label={`Rule chain of ${slug}`}
                value={own.chain ?? ""}
                choices={[inheritChoice(), ...chains]}
                onChange={({ target }) => set({ chain: target.value === "" ? null : target.value })}
              />
              <PhoneLabel>Readings are kept</PhoneLabel>
              <Select
                aria-label={`Retention of ${slug}`}
                value={String(keep)}
                choices={isListed ? choices : [...unusual, ...choices]}
                onChange={({ target }) => set({ retention_days: keepOf(target.value) })}
              />
            </div>
          );
        })}
      </div>
    </details>
  );
}
