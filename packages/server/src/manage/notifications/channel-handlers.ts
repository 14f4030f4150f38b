import type { channelRoutes } from "@weir/protocol/manage/channel-routes";
import { recordAction } from "../../control/audit/write-audit.ts";
import { callerName } from "../../web/caller-name.ts";
import { tooManyRequests } from "../../web/too-many-requests.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { editorOf } from "../core/owner-rules.ts";
import { channels } from "./channels.ts";
import { publicPushKey } from "./push-keys.ts";

/** What can be done with channels besides what can be done with every resource. */
export const channelHandlers: HandlersOf<typeof channelRoutes> = {
  async testChannel(context, { params }) {
    const { control, limits, clock, testChannel } = context;
    const channel = await channels.operations.findExpected(
      control.db,
      editorOf(context),
      params.channel,
      null,
    );
    if (!channel.ok) return channel;
    const nowMs = clock.nowMs();
    const ofAccount = await limits.channelTests.take(String(channel.value.accountId), nowMs);
    if (!ofAccount.ok) return tooManyRequests(ofAccount, nowMs);
    const ofPerson = await limits.channelTestsByPerson.take(callerName(context.caller!), nowMs);
    if (!ofPerson.ok) return tooManyRequests(ofPerson, nowMs);
    await recordAction(control, channels.operations.actionOn("test", channel.value));
    return succeed(await testChannel(channel.value));
  },

  async showPushKey({ control }) {
    return succeed({ public_key: await publicPushKey(control) });
  },
};
