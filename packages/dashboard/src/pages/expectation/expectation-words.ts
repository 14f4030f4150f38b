import type { CallAnswer } from "../../api/route-types.ts";
import { plural } from "../../format/number.ts";

export type Expectation = CallAnswer<"showDevice">["expectation"];

const unitsS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** "5 minutes", "1 hour 30 minutes": the two largest units. */
export function lengthText(seconds: number): string {
  const first = unitsS.findIndex(([, unitS]) => seconds >= unitS);
  const parts = unitsS.slice(Math.max(0, first), first + 2).map(([name, unitS], place) => {
    const amount = Math.floor(place === 0 ? seconds / unitS : (seconds % unitsS[first]![1]) / unitS);
    return amount > 0 ? plural(amount, name) : "";
  });
  return parts.filter((part) => part !== "").join(" ");
}

/** "every minute", "every 5 minutes". */
export function everyText(seconds: number): string {
  const whole = unitsS.find(([, unitS]) => unitS === seconds);
  return `every ${whole === undefined ? lengthText(seconds) : whole[0]}`;
}

const sources: Readonly<Record<Expectation["source"], string>> = {
  device: "set for this device",
  group: "set for its group",
  account: "set for the account",
  learned: "learned",
  default: "",
};

/** "Expected every 5 minutes"; null if it is not known. */
export function expectedText({ interval_s }: Expectation): string | null {
  return interval_s === null ? null : `Expected ${everyText(interval_s)}`;
}

export function offlineText(seconds: number): string {
  return `Offline after ${lengthText(seconds)} without a request.`;
}

/** The rule by which a device counts as online, in a sentence or two. */
export function ruleText(expectation: Expectation): string {
  const text = expectedText(expectation);
  const expected =
    text === null
      ? "How often this device sends isn’t known yet"
      : `${text} (${sources[expectation.source]})`;
  return `${expected}. ${offlineText(expectation.offline_after_s)}`;
}
