import { z } from "zod";
import { accountParams } from "./account-params.ts";
import { channel, channelParams, channelPatch, newChannel } from "./channel-forms.ts";
import { defineRoutes } from "./route.ts";

const listPath = "/accounts/{account}/channels";
const path = `${listPath}/{channel}`;
const readable = { access: "viewer", scope: "operations:read" } as const;
/** Viewers change their own channels. Channels of the account need an editor, which the operations check. */
const writable = { access: "viewer", scope: "operations:write" } as const;
/** Messages to a channel contain values of readings, so a key that creates one must be allowed to read values. */
const sending = {
  ...writable,
  scope: { allOf: ["operations:write", "readings:read"] },
} as const;
const needsEditor = "A channel of the account needs an editor; viewers can do this with their own channels.";

export const channelRoutes = defineRoutes("Channels", {
  listChannels: {
    method: "GET",
    path: listPath,
    ...readable,
    summary: "List channels",
    description:
      "Where people are told of alarms: the channels of the account and the caller's own, by name. An API key sees only channels of the account. URLs and tokens are never shown.",
    params: accountParams,
    answer: z.object({ items: z.array(channel), next: z.null() }),
  },
  createChannel: {
    method: "POST",
    path: listPath,
    ...sending,
    summary: "Create a channel",
    description: `${needsEditor} A \`push\` channel is a browser, so it always belongs to a person.`,
    params: accountParams,
    body: newChannel,
    status: 201,
    answer: channel,
    versioned: true,
  },
  showChannel: {
    method: "GET",
    path,
    ...readable,
    summary: "Show a channel",
    params: channelParams,
    answer: channel,
    versioned: true,
  },
  updateChannel: {
    method: "PATCH",
    path,
    ...writable,
    summary: "Change a channel",
    description: `${needsEditor} Fields that are left out do not change. To change the target, create another channel.`,
    params: channelParams,
    body: channelPatch,
    answer: channel,
    versioned: true,
  },
  deleteChannel: {
    method: "DELETE",
    path,
    ...writable,
    summary: "Delete a channel",
    description: `${needsEditor} Messages that wait for it are given up. \`only_channel_of\` of the channel names the rules that then tell nobody.`,
    params: channelParams,
    answer: null,
    versioned: true,
  },
  testChannel: {
    method: "POST",
    path: `${path}/test`,
    ...writable,
    summary: "Send a test message",
    description: `${needsEditor} The message is sent at once, without the outbox, and the answer tells what the receiver said. For a viewer's own channel it only tells whether the receiver accepted it.`,
    params: channelParams,
    answer: z.object({
      delivered: z.boolean(),
      answer: z.string().describe("What the receiver answered, in words."),
    }),
  },
  showPushKey: {
    method: "GET",
    path: "/accounts/{account}/push-key",
    ...readable,
    summary: "Show the public key for Web Push",
    description: "Browsers need it to subscribe. It is the same for the whole installation.",
    params: accountParams,
    answer: z.object({ public_key: z.string().describe("An uncompressed P-256 point, base64url.") }),
  },
});
