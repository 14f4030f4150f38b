import type { channelRoutes } from "@weir/protocol/manage/channel-routes";
import { recordAction } from "../../control/audit/write-audit.ts";
import { type Channel, channelsFor, findChannel } from "../../control/channels/channels.ts";
import { formatMicros } from "../../platform/instant.ts";
import { expectedVersion } from "../../web/device-version.ts";
import type { HandlersOf, Outcome } from "../../web/handler.ts";
import { type Result, succeed } from "../manage-error.ts";
import { tooManyRequests } from "../people/people-limits.ts";
import { channelEditor, ownerOf } from "./channel-access.ts";
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
    const channels = await channelsFor(context.control.db, channelEditor(context));
    return succeed({ items: channels.map(toJson), next: null });
  },

  async createChannel(context, { body }) {
    const { quiet_hours: quietHours, ...fields } = body;
    return shown(await createChannel(context.control, channelEditor(context), { ...fields, quietHours }));
  },

  async showChannel(context, { params }) {
    const channel = await findChannel(context.control.db, channelEditor(context), params.channel);
    return shown(channel === null ? unknownChannel() : succeed(channel));
  },

  async updateChannel(context, { params, body }) {
    const patch = { name: body.name, quietHours: body.quiet_hours };
    const change = { patch, expected: expectedVersion(context.request) };
    return shown(await editChannel(context.control, channelEditor(context), params.channel, change));
  },

  async deleteChannel(context, { params }) {
    const { control, request } = context;
    return removeChannel(control, channelEditor(context), params.channel, expectedVersion(request));
  },

  async testChannel(context, { params }) {
    const { control, limits, clock, testChannel } = context;
    const channel = await editableChannel(control.db, channelEditor(context), params.channel);
    if (!channel.ok) return channel;
    const nowMs = clock.nowMs();
    const budget = await limits.channelTests.take(String(channel.value.accountId), nowMs);
    if (!budget.ok) return tooManyRequests(budget, nowMs);
    await recordAction(control, actionOn("channel.test", channel.value));
    return succeed(await testChannel(channel.value));
  },

  async showPushKey({ control }) {
    return succeed({ public_key: await publicPushKey(control) });
  },
};

function shown(result: Result<Channel>): Outcome<(typeof channelRoutes)["showChannel"]> {
  if (!result.ok) return result;
  return { ok: true, value: toJson(result.value), etag: etagOf(result.value) };
}

function toJson(channel: Channel) {
  const { uuid, name, kind, address, quietHours, createdAt } = channel;
  return {
    ...{ uuid, name, owner: ownerOf(channel), kind, address },
    quiet_hours: quietHours === null ? null : { ...quietHours, days: [...quietHours.days] },
    created_at: formatMicros(createdAt),
  };
}
