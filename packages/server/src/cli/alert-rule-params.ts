import { weeklyText } from "@weir/rule-engine/alerts/weekly-text";
import { formatMicros } from "@weir/rule-engine/format-micros";
import { systemClock } from "../platform/clock.ts";
import type { ApiClient, ItemOf } from "./client/api-client.ts";
import { findNamed } from "./find-named.ts";

type Mute = ItemOf<"listAlertRules">["mute"];

/** Finds a rule of the account. Names of rules are unique. */
export async function ruleParams(api: ApiClient, rule: string, named: string | undefined) {
  const { uuid: account } = await api.accountFor(named);
  const { items } = await api.call("listAlertRules", { params: { account } });
  return { account, rule: findNamed(items, rule, "alert_rule").uuid };
}

/** When a rule is muted, in words. */
export function muteText({ until, weekly }: Mute): string {
  const parts = [
    ...(until === null || until <= formatMicros(systemClock.nowMs() * 1000) ? [] : [`until ${until}`]),
    ...(weekly === null ? [] : [weeklyText(weekly)]),
  ];
  return parts.length === 0 ? "no" : parts.join(", and ");
}
