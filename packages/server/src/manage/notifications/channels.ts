import type { ChannelProblem } from "@weir/protocol/channel-problems";
import { limitedHoursShown } from "@weir/protocol/manage/channel-forms";
import { channel } from "@weir/protocol/resources/channel";
import { type Channel, channelRows, channelsFor } from "../../control/channels/channels.ts";
import {
  type NotificationRule,
  notificationRulesFor,
} from "../../control/notifications/notification-rules.ts";
import { hourOf, hourStartMs } from "../../platform/hour-of.ts";
import { formatMicros } from "../../platform/instant.ts";
import type { LimitedHour } from "../../store/outbox/queries.ts";
import type { AccountContext } from "../core/api-context.ts";
import { refuse, succeed } from "../core/manage-error.ts";
import { editorOf } from "../core/owner-rules.ts";
import { serveResource } from "../core/resources/serve-resource.ts";
import { noteRecipients } from "../messages/recipients.ts";
import { channelProblems } from "./channel-problems.ts";
import { plainTarget } from "./channel-target.ts";
import { refuseHours } from "./refuse-hours.ts";
import { sealTarget } from "./sealed-channel.ts";

export const channels = serveResource(channel, {
  rows: channelRows,

  check({ control, holder, uuid, fields, before, sent }) {
    const refused = refuseHours(fields.quiet_hours);
    if (refused !== null) return refused;
    if (before !== null) return succeed(before);
    const { target } = sent;
    const plain = plainTarget(target);
    if (!plain.ok) return plain;
    if (target.kind === "push" && holder.userId === null)
      return refuse("bad_target", "A browser can only be a person's own channel.");
    return succeed({ kind: target.kind, ...plain.value, sealed: sealTarget(target, uuid, control.key) });
  },

  /** The audit log never has the target. */
  audited: ({ kind, address }) => ({ kind, address }),

  async changes({ control, tx, before, after }) {
    // Processors load the rules and channels of the account again. No rule has a new channel yet.
    if (before !== null) return [{ kind: "notifications", accountId: before.accountId }];
    // An address outside the account is asked now, and not only with the first alarm.
    const { accountId, kind, address } = after;
    const emails = kind === "mail" ? [address] : [];
    const asked = await noteRecipients(tx, { accountId, emails, nowUs: control.nowUs() });
    return asked > 0 ? [{ kind: "recipients" }] : [];
  },

  async listed(rows, context) {
    const known = await loadKnown(context);
    return rows.map((one) => ({
      kind: one.kind,
      address: one.address,
      limited: limitedToJson(known.limited.get(one.uuid)),
      problem: known.problems.get(one.id) ?? null,
      only_channel_of: onlyChannelOf(one, known),
    }));
  },
});

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

function limitedToJson(limited: LimitedHour | undefined) {
  if (limited === undefined) return null;
  const { hour, leftOut } = limited;
  return { until: formatMicros(hourStartMs(hour + 1) * 1000), left_out: leftOut };
}
