import type { CallAnswer } from "../../api/route-types.ts";
import { plural } from "../../format/number.ts";
import { everyText } from "../expectation/expectation-words.ts";

export type Difference = CallAnswer<"showTemplateDifferences">["items"][number];

interface DifferenceWords {
  readonly what: string;
  readonly device: string;
  readonly template: string;
}

const fieldWords: Readonly<Record<string, string>> = {
  chain: "Rule chain",
  contract: "Contract",
  handling: "Handling",
  expected_interval_s: "Expected interval",
  silence_alarm: "Alarm when silent",
  name: "name",
  type: "type",
  unit: "unit",
  retention_days: "retention",
};

/** A difference for people. Chains are named by `chainNames`, by UUID. */
export function differenceWords(
  { kind, sensor, field, device, template }: Difference,
  chainNames: ReadonlyMap<string, string>,
): DifferenceWords {
  if (kind === "missing_sensor") return { what: `Sensor ${sensor}`, device: "missing", template: "present" };
  if (kind === "extra_sensor") return { what: `Sensor ${sensor}`, device: "present", template: "missing" };
  const word = fieldWords[field ?? ""] ?? field ?? "";
  const what = sensor === null ? word : `Sensor ${sensor}: ${word.toLowerCase()}`;
  const inWords = (value: string | number | null) => valueInWords(field, value, chainNames);
  return { what, device: inWords(device), template: inWords(template) };
}

function valueInWords(
  field: string | null,
  value: string | number | null,
  chainNames: ReadonlyMap<string, string>,
): string {
  if (field === "retention_days") {
    if (value === null) return "forever";
    return value === "account" ? "inherited" : plural(Number(value), "day");
  }
  if (value === null) return field === "type" || field === "unit" ? "none" : "inherited";
  if (field === "chain") return chainNames.get(String(value)) ?? String(value);
  if (field === "expected_interval_s") return everyText(Number(value));
  return String(value);
}
