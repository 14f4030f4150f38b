import { z } from "zod";
import { channelProblems } from "../channel-problems.ts";
import { channelKinds, owners } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { namedText } from "./named-text.ts";
import { time } from "./time.ts";
import { weeklySpan } from "./weekly-span-forms.ts";

/** Schemas of channels that several routes use. */

export const channelsPerAccountMax = 100;
/** How many own channels a person can have in an account. */
export const channelsPerPersonMax = 20;
/** For this many hours, people can see that a channel was limited. */
export const limitedHoursShown = 24;
const telegramApiUrl = "https://api.telegram.org";
const ntfyUrl = "https://ntfy.sh";

const url = z.string().min(1).max(2048);
const secretText = z.string().min(1).max(500);

/** Where a channel leads. URLs and tokens are secret: they are sealed, and no route shows them again. */
const channelTarget = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("mail"), address: z.string().min(1).max(254) }),
    z.strictObject({ kind: z.literal("webhook"), url: url.describe("Gets a signed POST with JSON.") }),
    z.strictObject({ kind: z.literal("slack"), url: url.describe("URL of an incoming webhook.") }),
    z.strictObject({ kind: z.literal("teams"), url: url.describe("URL of a workflow's webhook trigger.") }),
    z.strictObject({ kind: z.literal("discord"), url: url.describe("URL of a channel's webhook.") }),
    z.strictObject({
      kind: z.literal("telegram"),
      bot_token: secretText.describe("The token that BotFather gave."),
      chat_id: z.string().min(1).max(100).describe("Id of the chat, or `@name` of a public channel."),
      api_url: url.default(telegramApiUrl).describe("Base URL of a self-hosted Bot API server."),
    }),
    z.strictObject({
      kind: z.literal("ntfy"),
      topic: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters A-Z or a-z, digits, "_" and "-"')
        .describe("Letters, digits, `_` and `-`."),
      server_url: url.default(ntfyUrl),
      token: secretText.nullable().default(null).describe("Access token, if the topic is protected."),
    }),
    z.strictObject({
      kind: z.literal("push"),
      endpoint: url,
      p256dh: z.string().max(200).describe("The subscription's public key, base64url."),
      auth: z.string().max(100).describe("The subscription's secret, base64url."),
    }),
  ])
  .meta({ id: "ChannelTarget" });

export type ChannelTargetForm = z.output<typeof channelTarget>;

const quietHours = weeklySpan
  .nullable()
  .describe("During this span only critical alarms are sent; the others follow in one digest when it ends.");

export const channelParams = accountParams.extend({
  channel: z.string().max(100).describe("UUID of the channel."),
});

export const newChannel = z
  .strictObject({
    name: namedText,
    owner: z.enum(owners).default("account"),
    target: channelTarget,
    quiet_hours: quietHours.default(null),
  })
  .meta({ id: "NewChannel" });

export const channelPatch = z
  .strictObject({ name: namedText.optional(), quiet_hours: quietHours.optional() })
  .meta({ id: "ChannelPatch" });

export const channel = z
  .object({
    uuid: z.string(),
    name: z.string(),
    owner: z.enum(owners),
    kind: z.enum(channelKinds),
    address: z.string().describe("What may be shown of the target: a mail address, a chat, or a host."),
    quiet_hours: quietHours,
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
    created_at: time,
  })
  .meta({ id: "Channel" });
