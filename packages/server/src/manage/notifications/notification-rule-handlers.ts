import type { ChannelProblem } from "@weir/protocol/channel-problems";
import type { notificationRuleRoutes } from "@weir/protocol/manage/notification-rule-routes";
import { channelsFor } from "../../control/channels/channels.ts";
import { notificationRulesFor } from "../../control/notifications/notification-rules.ts";
import { formatMicros } from "../../platform/instant.ts";
import { expectedVersion } from "../../web/expected-version.ts";
import type { AccountContext } from "../api-context.ts";
import type { HandlersOf, Outcome } from "../handler.ts";
import { type Result, succeed } from "../manage-error.ts";
import { editorOf, ownerOf } from "../owner-rules.ts";
import { channelProblems } from "./channel-problems.ts";
import {
  createNotificationRule,
  editNotificationRule,
  etagOfRule,
  removeNotificationRule,
  type ShownRule,
  shownRule,
  withChannels,
} from "./notification-rules.ts";

export const notificationRuleHandlers: HandlersOf<typeof notificationRuleRoutes> = {
  async listNotificationRules(context) {
    const { db } = context.control;
    const viewer = editorOf(context);
    const rules = await notificationRulesFor(db, viewer);
    const channels = await channelsFor(db, viewer);
    const problems = await channelProblems(context, channels);
    return succeed({
      items: rules.map((rule) => toJson(withChannels(rule, channels), problems)),
      next: null,
    });
  },

  async createNotificationRule(context, { body }) {
    return shown(context, await createNotificationRule(context.control, editorOf(context), body));
  },

  async showNotificationRule(context, { params }) {
    return shown(context, await shownRule(context.control.db, editorOf(context), params.rule));
  },

  async updateNotificationRule(context, { params, body }) {
    const change = { patch: body, expected: expectedVersion(context.request) };
    return shown(
      context,
      await editNotificationRule(context.control, editorOf(context), params.rule, change),
    );
  },

  async deleteNotificationRule(context, { params }) {
    const { control, request } = context;
    return removeNotificationRule(control, editorOf(context), params.rule, expectedVersion(request));
  },
};

async function shown(
  context: AccountContext,
  result: Result<ShownRule>,
): Promise<Outcome<(typeof notificationRuleRoutes)["showNotificationRule"]>> {
  if (!result.ok) return result;
  const { channels, escalationChannels } = result.value;
  const problems = await channelProblems(context, [...channels, ...escalationChannels]);
  return { ok: true, value: toJson(result.value, problems), etag: etagOfRule(result.value) };
}

function toJson(rule: ShownRule, problems: ReadonlyMap<number, ChannelProblem>) {
  const isReached = (channels: ShownRule["channels"]) => channels.some(({ id }) => !problems.has(id));
  const { uuid, name, minSeverity, group, hours, notifyCleared, digestMinutes } = rule;
  const { escalateAfterMinutes: minutes, createdAt } = rule;
  return {
    uuid,
    name,
    owner: ownerOf(rule),
    min_severity: minSeverity,
    group,
    hours: hours === null ? null : { ...hours, days: [...hours.days] },
    notify_cleared: notifyCleared,
    digest_minutes: digestMinutes,
    channels: named(rule.channels),
    tells_nobody: !isReached(rule.channels) || (minutes !== null && !isReached(rule.escalationChannels)),
    escalation:
      minutes === null ? null : { after_minutes: minutes, channels: named(rule.escalationChannels) },
    created_at: formatMicros(createdAt),
  };
}

function named(channels: ShownRule["channels"]) {
  return channels.map(({ uuid, name }) => ({ uuid, name }));
}
