import { z } from "zod";
import { channel } from "../resources/channel.ts";
import { accountParams } from "./account-params.ts";
import { defineRoutes } from "./route.ts";

/** What can be done with channels besides what can be done with every resource. */
export const channelRoutes = defineRoutes("Channels", {
  testChannel: {
    method: "POST",
    path: "/accounts/{account}/channels/{channel}/test",
    access: "viewer",
    scope: channel.scopes.write,
    summary: "Send a test message",
    description:
      "A channel of the account needs an editor; viewers can do this with their own channels. The message is sent at once, without the outbox, and the answer tells what the receiver said. For a viewer's own channel it only tells whether the receiver accepted it.",
    params: channel.routes.showChannel.params,
    answer: z.object({
      delivered: z.boolean(),
      answer: z.string().describe("What the receiver answered, in words."),
    }),
  },
  showPushKey: {
    method: "GET",
    path: "/accounts/{account}/push-key",
    access: "viewer",
    scope: channel.scopes.read,
    summary: "Show the public key for Web Push",
    description: "Browsers need it to subscribe. It is the same for the whole installation.",
    params: accountParams,
    answer: z.object({ public_key: z.string().describe("An uncompressed P-256 point, base64url.") }),
  },
});
