import type { ChannelProblem } from "@weir/protocol/channel-problems";
import { limitedHoursShown } from "@weir/protocol/manage/channel-forms";
import type { channelRoutes } from "@weir/protocol/manage/channel-routes";
import { recordAction } from "../../control/audit/write-audit.ts";
import { type Channel, channelsFor, findChannel } from "../../control/channels/channels.ts";
import {
  type NotificationRule,
  notificationRulesFor,
} from "../../control/notifications/notification-rules.ts";
import { hourOf, hourStartMs } from "../../platform/hour-of.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { LimitedHour } from "../../store/outbox/queries.ts";
import { callerName } from "../../web/caller-name.ts";
import { expectedVersion } from "../../web/expected-version.ts";
import type { AccountContext } from "../api-context.ts";
import type { HandlersOf, Outcome } from "../handler.ts";
import { type Result, succeed } from "../manage-error.ts";
import { editorOf, ownerOf } from "../owner-rules.ts";
import { tooManyRequests } from "../people/people-limits.ts";
import { channelProblems } from "./channel-problems.ts";
import {
  actionOn,
  createChannel,
  editableChannel,
  editChannel,
  etagOf,
  removeChannel,
  unknownChannel,
} from "./channels.ts";
import { publicPushKey } from "./push-keys.ts";

export const channelHandlers: HandlersOf<typeof channelRoutes> = {
  async listChannels(context) {
    const channels = await channelsFor(context.control.db, editorOf(context));
    const known = await loadKnown(context);
    return succeed({ items: channels.map((channel) => toJson(channel, known)), next: null });
  },

  async createChannel(context, { body }) {
    const { quiet_hours: quietHours, ...fields } = body;
    const created = await createChannel(context.control, editorOf(context), { ...fields, quietHours });
    return shown(context, created);
  },

  async showChannel(context, { params }) {
    const channel = await findChannel(context.control.db, editorOf(context), params.channel);
    return shown(context, channel === null ? unknownChannel() : succeed(channel));
  },

  async updateChannel(context, { params, body }) {
    const patch = { name: body.name, quietHours: body.quiet_hours };
    const change = { patch, expected: expectedVersion(context.request) };
    return shown(context, await editChannel(context.control, editorOf(context), params.channel, change));
  },

  async deleteChannel(context, { params }) {
    const { control, request } = context;
    return removeChannel(control, editorOf(context), params.channel, expectedVersion(request));
  },

  async testChannel(context, { params }) {
    const { control, limits, clock, testChannel } = context;
    const channel = await editableChannel(control.db, editorOf(context), params.channel);
    if (!channel.ok) return channel;
    const nowMs = clock.nowMs();
    const ofAccount = await limits.channelTests.take(String(channel.value.accountId), nowMs);
    if (!ofAccount.ok) return tooManyRequests(ofAccount, nowMs);
    const ofPerson = await limits.channelTestsByPerson.take(callerName(context.caller!), nowMs);
    if (!ofPerson.ok) return tooManyRequests(ofPerson, nowMs);
    await recordAction(control, actionOn("channel.test", channel.value));
    return succeed(await testChannel(channel.value));
  },

  async showPushKey({ control }) {
    return succeed({ public_key: await publicPushKey(control) });
  },
};

async function shown(
  context: AccountContext,
  result: Result<Channel>,
): Promise<Outcome<(typeof channelRoutes)["showChannel"]>> {
  if (!result.ok) return result;
  const value = toJson(result.value, await loadKnown(context));
  return { ok: true, value, etag: etagOf(result.value) };
}

/** What is shown of channels besides themselves. */
interface Known {
  readonly limited: ReadonlyMap<string, LimitedHour>;
  readonly rules: readonly NotificationRule[];
  readonly problems: ReadonlyMap<number, ChannelProblem>;
}

async function loadKnown(context: AccountContext): Promise<Known> {
  const { db } = context.control;
  const rules = await notificationRulesFor(db, editorOf(context));
  const problems = await channelProblems(context, await channelsFor(db, editorOf(context)));
  return { limited: await limitedChannels(context), rules, problems };
}

/** The rules that tell nobody, or escalate to nobody, without this channel. Others that do not work do not count. */
function onlyChannelOf({ id }: Channel, { rules, problems }: Known): string[] {
  const isOnly = (ids: readonly number[]) =>
    ids.includes(id) && ids.every((each) => each === id || problems.has(each));
  return rules
    .filter(({ channelIds, escalationChannelIds }) => isOnly(channelIds) || isOnly(escalationChannelIds))
    .map(({ name }) => name);
}

/** The latest hour in which each channel was over its limit, by the channel's UUID. */
async function limitedChannels({
  account,
  outbox,
  clock,
}: AccountContext): Promise<Map<string, LimitedHour>> {
  const hours = await outbox.limitedHours(account.id, hourOf(clock.nowMs()) - limitedHoursShown);
  return new Map(hours.map((hour) => [hour.channel, hour]));
}

function toJson(channel: Channel, known: Known) {
  const limited = known.limited.get(channel.uuid);
  const { uuid, name, kind, address, quietHours, createdAt } = channel;
  return {
    uuid,
    name,
    owner: ownerOf(channel),
    kind,
    address,
    quiet_hours: quietHours === null ? null : { ...quietHours, days: [...quietHours.days] },
    limited:
      limited === undefined
        ? null
        : { until: formatMicros(hourStartMs(limited.hour + 1) * 1000), left_out: limited.leftOut },
    problem: known.problems.get(channel.id) ?? null,
    only_channel_of: onlyChannelOf(channel, known),
    created_at: formatMicros(createdAt),
  };
}
