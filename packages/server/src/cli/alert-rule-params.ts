import { alertRule } from "@weir/protocol/resources/alert-rule";
import { weeklyText } from "@weir/rule-engine/alerts/weekly-text";
import { formatMicros } from "@weir/rule-engine/format-micros";
import { systemClock } from "../platform/clock.ts";
import type { ItemOf } from "./client/api-client.ts";
import { namedThing } from "./derived/named-thing.ts";

type Mute = ItemOf<"listAlertRules">["mute"];

/** Names of rules are unique in their account. */
export const alertRuleNamed = namedThing(alertRule);

/** When a rule is muted, in words. */
export function muteText({ until, weekly }: Mute): string {
  const parts = [
    ...(until === null || until <= formatMicros(systemClock.nowMs() * 1000) ? [] : [`until ${until}`]),
    ...(weekly === null ? [] : [weeklyText(weekly)]),
  ];
  return parts.length === 0 ? "no" : parts.join(", and ");
}
