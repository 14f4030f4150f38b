import { isAboutAlarms } from "@weir/rule-engine/alerts/notification-terms";
import type { AlertRule } from "../../control/alerts/alert-rules.ts";
import { allChannels } from "../../control/channels/channels.ts";
import {
  allNotificationRules,
  type NotificationRule,
} from "../../control/notifications/notification-rules.ts";
import type { AccountContext } from "../core/api-context.ts";
import { editorOf } from "../core/owner-rules.ts";
import { channelProblems } from "./channel-problems.ts";

/** The notification rules of an account and its members that have at least one channel that works. */
export async function notifyingRules(context: AccountContext): Promise<readonly NotificationRule[]> {
  const { account, control } = context;
  const channels = await allChannels(control.db, account.id);
  const problems = await channelProblems(context, channels);
  const working = new Set(channels.map(({ id }) => id).filter((id) => !problems.has(id)));
  const rules = await allNotificationRules(control.db, account.id);
  return rules.filter(({ channelIds, escalationChannelIds }) =>
    [...channelIds, ...escalationChannelIds].some((id) => working.has(id)),
  );
}

/** Who is notified of the alarms of an alert rule. Rules of other people count but are not named. */
export function whoIsNotified(
  { severity, groupId }: Pick<AlertRule, "severity" | "groupId">,
  notifying: readonly NotificationRule[],
  context: AccountContext,
) {
  const { userId } = editorOf(context);
  const matching = notifying.filter((rule) =>
    isAboutAlarms({ minSeverity: rule.min_severity, group: rule.groupId }, { severity, group: groupId }),
  );
  const visible = matching.filter((rule) => rule.userId === null || rule.userId === userId);
  return {
    told_by: visible.map(({ name, group }) => ({ name, group })),
    tells_nobody: matching.length === 0,
  };
}
