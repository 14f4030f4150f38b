import { weekdays } from "@weir/protocol/closed-sets";
import type { CallInput } from "@weir/protocol/manage/calls";
import type { AccountOptions } from "./account-options.ts";
import { alertRuleNamed, muteText } from "./alert-rule-params.ts";
import { loaded } from "./command-tree.ts";
import { apiCommand } from "./derived/api-command.ts";
import { endOfHours } from "./end-of-hours.ts";
import { CommandFailure, usageExit } from "./failure.ts";
import { printable } from "./output.ts";

interface MuteOptions extends AccountOptions {
  readonly until?: string;
  readonly hours?: string;
  readonly days?: string;
  readonly from?: string;
  readonly to?: string;
  readonly timeZone?: string;
}

type WeeklyMute = NonNullable<CallInput<"muteAlertRule">["body"]["weekly"]>;

const mute = apiCommand({
  description:
    "Mute an alert rule: until a time, for some hours, or every week. A mute of the other kind stays as it is.",
  take: (command) =>
    alertRuleNamed
      .take(command)
      .option("--until <time>", "Until this time, in ISO 8601")
      .option("--hours <number>", "For so many hours from now")
      .option("--days <list>", "Every week on these days: monday,tuesday,… or all")
      .option("--from <hh:mm>", "Start of the weekly span", "00:00")
      .option("--to <hh:mm>", "End of the weekly span; before --from, it is on the next day", "24:00")
      .option("--time-zone <name>", "Time zone of the weekly span (default: that of this machine)"),
  examples: [
    'weir alert-rule mute "Too warm" --hours 4',
    'weir alert-rule mute "Too warm" --days saturday,sunday --from 22:00 --to 06:00 --time-zone Europe/Berlin',
  ],
  async call(api, [rule]: [string], options: MuteOptions) {
    const params = await alertRuleNamed.params(api, rule, options.account);
    const { mute: before } = await api.call("showAlertRule", { params });
    const [until, weekly] = [untilOf(options), weeklyOf(options)];
    if (until === null && weekly === null)
      throw new CommandFailure("usage", "Give --hours, --until or --days.", usageExit);
    const body = { until: until ?? before.until, weekly: weekly ?? before.weekly };
    return api.call("muteAlertRule", { params, body });
  },
  text: ({ name, mute: now }) => `Alert rule ${printable(name)} is muted: ${muteText(now)}.`,
});

const unmute = apiCommand({
  description: "End every mute of an alert rule, also the weekly one.",
  take: alertRuleNamed.take,
  examples: ['weir alert-rule unmute "Too warm"'],
  async call(api, [rule]: [string], { account }: MuteOptions) {
    const params = await alertRuleNamed.params(api, rule, account);
    return api.call("muteAlertRule", { params, body: { until: null, weekly: null } });
  },
  text: ({ name }) => `Alert rule ${printable(name)} is no longer muted.`,
});

export const alertRuleMuteCommands = {
  mute: loaded("Mute an alert rule for a time or every week", mute),
  unmute: loaded("End the mutes of an alert rule", unmute),
};

function untilOf({ until, hours }: MuteOptions): string | null {
  if (until !== undefined && hours !== undefined)
    throw new CommandFailure("usage", "Give --until or --hours, not both.", usageExit);
  if (until !== undefined) return until;
  return hours === undefined ? null : endOfHours(hours);
}

function weeklyOf({ days, from, to, timeZone }: MuteOptions): WeeklyMute | null {
  if (days === undefined) return null;
  const named = days === "all" ? [...weekdays] : days.split(",").map((day) => day.trim().toLowerCase());
  const unknown = named.find((day) => !weekdays.some((known) => known === day));
  if (unknown !== undefined)
    throw new CommandFailure("usage", `"${unknown}" is not a day. Use ${weekdays.join(", ")}.`, usageExit);
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { days: named as WeeklyMute["days"], from: from ?? "00:00", to: to ?? "24:00", time_zone: zone };
}
