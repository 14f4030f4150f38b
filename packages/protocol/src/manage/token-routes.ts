import { z } from "zod";
import { deviceParams } from "./device-forms.ts";
import { defineRoutes } from "./route.ts";
import { time } from "./time.ts";

const path = "/accounts/{account}/devices/{device}/token";

/** A week: the longest time for which a replaced token is still accepted beside the new one. */
export const overlapSecondsMax = 604_800;

const shownToken = z
  .object({
    token: z.string(),
    created_at: time,
    last_used: time
      .nullable()
      .describe("Null if it was not used yet. During an overlap, up to a minute late."),
    previous: z
      .object({
        created_at: time,
        last_used: time.nullable(),
        expires_at: time.nullable().describe("Null if the first use of the new token revokes it."),
      })
      .nullable()
      .describe("The previous token, while it is still accepted."),
  })
  .meta({ id: "DeviceToken" });

export const tokenRoutes = defineRoutes("Device tokens", {
  showToken: {
    method: "GET",
    path,
    summary: "Show a device's token",
    description:
      "Not for API keys: a program gets the token when it creates the device or regenerates the token. Showing a token is recorded in the audit log.",
    access: "editor",
    scope: null,
    proof: true,
    params: deviceParams,
    answer: shownToken,
  },
  regenerateToken: {
    method: "POST",
    path: `${path}/regenerate`,
    summary: "Replace a device's token",
    description:
      "The old token stops working before the answer. With `overlap`, it stays valid alongside the new one, for this many seconds or until the new one is " +
      "first used. A token from an earlier overlap stops working in any case.",
    access: "editor",
    scope: "devices:write",
    proof: true,
    params: deviceParams,
    body: z
      .strictObject({
        overlap: z
          .union([
            z.strictObject({ seconds: z.number().int().min(1).max(overlapSecondsMax) }),
            z.strictObject({ until_first_use: z.literal(true) }),
          ])
          .optional(),
      })
      .meta({ id: "TokenRegeneration" }),
    answer: shownToken,
  },
});
