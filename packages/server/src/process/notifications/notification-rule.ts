import { mutedBy, type WeeklyMute } from "@weir/rule-engine/alerts/alert-mute";
import type { NotificationTerms } from "@weir/rule-engine/alerts/notification-terms";
import { weeklySpanEnd } from "@weir/rule-engine/weekly-span";

/** A rule of control data: which channels are notified of which alarms. It was checked when it was saved. */
export interface NotificationRule extends NotificationTerms {
  readonly id: number;
  readonly accountId: number;
  readonly channels: readonly RuleChannel[];
  readonly escalationChannels: readonly RuleChannel[];
}

interface RuleChannel {
  readonly uuid: string;
  readonly destination: string;
  readonly quietHours: WeeklyMute | null;
}

/** A rule, ready to match alarms. */
export interface ArmedNotificationRule extends Omit<NotificationRule, "channels" | "escalationChannels"> {
  readonly channels: readonly ArmedChannel[];
  readonly escalationChannels: readonly ArmedChannel[];
  readonly isInHours: (atUs: number) => boolean;
}

export interface ArmedChannel extends RuleChannel {
  /** When the quiet hours at this time end, in microseconds since 1970; null if it is not quiet. */
  readonly quietUntilUs: (atUs: number) => number | null;
}

export function armNotificationRule(rule: NotificationRule): ArmedNotificationRule {
  const { hours, channels, escalationChannels } = rule;
  return {
    ...rule,
    channels: channels.map(armChannel),
    escalationChannels: escalationChannels.map(armChannel),
    isInHours: hours === null ? () => true : mutedBy({ untilUs: null, weekly: hours }),
  };
}

function armChannel(channel: RuleChannel): ArmedChannel {
  const { quietHours } = channel;
  if (quietHours === null) return { ...channel, quietUntilUs: () => null };
  const isQuiet = mutedBy({ untilUs: null, weekly: quietHours });
  const endOf = weeklySpanEnd(quietHours.from, quietHours.to, quietHours.time_zone);
  return { ...channel, quietUntilUs: (atUs) => (isQuiet(atUs) ? endOf(atUs) : null) };
}
