import { z } from "zod";
import { channelProblems } from "../channel-problems.ts";
import { channelKinds } from "../closed-sets.ts";
import { channelTarget, limitedHoursShown } from "../manage/channel-forms.ts";
import { time } from "../manage/time.ts";
import { weeklySpan } from "../manage/weekly-span-forms.ts";
import { defineResource } from "./define-resource.ts";
import { field, withInitial } from "./field.ts";

const quietHours = weeklySpan
  .nullable()
  .describe("During this span only critical alarms are sent; the others follow in one digest when it ends.");

export const channel = defineResource({
  thing: "channel",
  things: "channels",
  tag: "Channels",
  path: "channels",
  param: "channel",
  table: "channels",
  scopes: {
    read: "operations:read",
    write: "operations:write",
    // Messages to a channel contain values of readings, so a key that creates one must be allowed to read values.
    create: { allOf: ["operations:write", "readings:read"] },
  },
  owner: "account or person",
  max: { perAccount: 100, perPerson: 20 },
  version: "compared",
  times: ["created_at"],
  fields: {
    name: field.name(),
    quiet_hours: withInitial(field.listedJson(quietHours), null),
  },
  once: { target: channelTarget },
  listed: {
    kind: z.enum(channelKinds),
    address: z.string().describe("What may be shown of the target: a mail address, a chat, or a host."),
    limited: z
      .object({
        until: time.describe("When the hour ends, and what was left out is told in one message."),
        left_out: z.number().int().describe("Changes of alarms that were not told one by one."),
      })
      .nullable()
      .describe(
        `The latest of the past ${limitedHoursShown} hours in which the channel reached its limit of messages; null if there was none.`,
      ),
    problem: z
      .enum(channelProblems)
      .nullable()
      .describe(
        "Why nothing reaches the channel, as far as the server can tell without sending anything: `no_mail_server` if the server sends no mail, `not_confirmed` or `declined` by the owner of the address. Null if nothing is known to be wrong.",
      ),
    only_channel_of: z
      .array(z.string())
      .describe(
        "Names of the notification rules, of those that you see, that would tell nobody, or escalate to nobody, if the channel were deleted.",
      ),
  },
  texts: {
    list: { description: "They are where people are told of alarms. URLs and tokens are never shown." },
    create: { description: "A `push` channel is a browser, so it always belongs to a person." },
    update: { description: "To change the target, create another channel." },
    delete: {
      description:
        "Messages that wait for it are given up. `only_channel_of` of the channel names the rules that then tell nobody.",
    },
  },
});
