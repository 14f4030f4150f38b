import { notificationRule } from "@weir/protocol/resources/notification-rule";
import { channelsFor } from "../../control/channels/channels.ts";
import { groupByName } from "../../control/devices/device-groups.ts";
import {
  type NotificationRule,
  notificationRuleRows,
} from "../../control/notifications/notification-rules.ts";
import { refuse, succeed } from "../core/manage-error.ts";
import { fieldsOf } from "../core/resources/resource-fields.ts";
import { serveResource } from "../core/resources/serve-resource.ts";
import { channelProblems } from "./channel-problems.ts";
import { refuseHours } from "./refuse-hours.ts";

export const notificationRules = serveResource(notificationRule, {
  rows: notificationRuleRows,

  /** Finds what the rule names. A rule of the account names only the account's channels, and a person's rule only their own. */
  async check({ tx, holder, fields: { hours, group, channels, escalation } }) {
    const refused = refuseHours(hours);
    if (refused !== null) return refused;
    const groupId = group === null ? null : ((await groupByName(tx, holder.accountId, group))?.id ?? null);
    if (group !== null && groupId === null) return refuse("unknown_group", `There is no group "${group}".`);
    const usable = (await channelsFor(tx, holder)).filter(({ userId }) => userId === holder.userId);
    const named = (uuid: string) => usable.find((channel) => channel.uuid === uuid.toLowerCase());
    const escalated = escalation?.channels ?? [];
    const missing = [...channels, ...escalated].find((uuid) => !named(uuid));
    if (missing !== undefined) {
      const whose = holder.userId === null ? "The account has" : "You have";
      return refuse("unknown_channel", `${whose} no channel "${missing}".`);
    }
    return succeed({
      groupId,
      channelIds: channels.map((uuid) => named(uuid)!.id),
      escalationChannelIds: escalated.map((uuid) => named(uuid)!.id),
    });
  },

  compared: (rule) => [fieldsOf(notificationRule, rule)],

  /** Processors load the rules and channels of the account again. */
  changes: ({ before, after }) => [{ kind: "notifications", accountId: (after ?? before).accountId }],

  async listed(rules, context) {
    const named = rules.flatMap((rule) => [...rule.namedChannels, ...rule.escalationChannels]);
    const problems = await channelProblems(context, named);
    const isReached = (ids: readonly number[]) => ids.some((id) => !problems.has(id));
    return rules.map(({ escalation, namedChannels, escalationChannels, ...rule }) => ({
      channels: toNamed(namedChannels),
      tells_nobody:
        !isReached(rule.channelIds) || (escalation !== null && !isReached(rule.escalationChannelIds)),
      escalation:
        escalation === null
          ? null
          : { after_minutes: escalation.after_minutes, channels: toNamed(escalationChannels) },
    }));
  },
});

function toNamed(channels: NotificationRule["namedChannels"]) {
  return channels.map(({ uuid, name }) => ({ uuid, name }));
}
