import type { Severity } from "@weir/protocol/closed-sets";
import { isAboutAlarms } from "@weir/rule-engine/alerts/notification-terms";
import type { Channel } from "../notifications/channel-words.ts";
import { type NotificationRule, severityTexts } from "../notifications/rule-form.ts";

/** The alarms of a rule that is being created. */
export interface Alarms {
  readonly severity: Severity;
  /** The group of the device; null without one. */
  readonly group: string | null;
}

/** The notification rules that send these alarms to somebody. */
export function notifyingRules(rules: readonly NotificationRule[], alarms: Alarms) {
  return rules.filter(
    ({ min_severity: minSeverity, group, tells_nobody }) =>
      !tells_nobody && isAboutAlarms({ minSeverity, group }, alarms),
  );
}

/** The channels that none of these rules sends to. */
export function channelsLeft(channels: readonly Channel[], notifying: readonly NotificationRule[]) {
  const notified = new Set(notifying.flatMap((rule) => rule.channels.map(({ uuid }) => uuid)));
  return channels.filter(({ uuid }) => !notified.has(uuid));
}

/** The only channel that there is, if nobody is notified without it. */
export function guessedChannels(
  left: readonly Channel[],
  notifying: readonly NotificationRule[],
): readonly string[] {
  const [only, ...others] = left;
  return only !== undefined && others.length === 0 && notifying.length === 0 ? [only.uuid] : [];
}

const nameMaxLength = 100;

/** The notification rules that send these alarms to channels: one for each owner, because channels are not shared. */
export function newNotificationRules(channels: readonly Channel[], { severity, group }: Alarms) {
  const names = (own: readonly Channel[]) => own.map(({ name }) => name).join(", ");
  return (["account", "person"] as const).flatMap((owner) => {
    const own = channels.filter((channel) => channel.owner === owner);
    if (own.length === 0) return [];
    const name = `${severityTexts[severity]} to ${names(own)}`.slice(0, nameMaxLength);
    return [{ owner, name, min_severity: severity, group, channels: own.map(({ uuid }) => uuid) }];
  });
}
