import { z } from "zod";

/** For this many hours, people can see that a channel was limited. */
export const limitedHoursShown = 24;
const telegramApiUrl = "https://api.telegram.org";
const ntfyUrl = "https://ntfy.sh";

const url = z.string().min(1).max(2048);
const secretText = z.string().min(1).max(500);

/** Where a channel leads. URLs and tokens are secret: they are sealed, and no route shows them again. */
export const channelTarget = z
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
