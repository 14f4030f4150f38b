import { z } from "zod";
import { deviceParams } from "./device-forms.ts";
import { defineRoutes } from "./route.ts";

export const testReadingRoutes = defineRoutes("Devices", {
  sendTestReading: {
    method: "POST",
    path: "/accounts/{account}/devices/{device}/test-reading",
    summary: "Send a test reading",
    description:
      "The server sends one reading as the device would: through the device API, with the device's token and against the " +
      "caller's rate limit. The answer does not contain the token. The reading is real, with `test: true` in its metadata. Not " +
      "for API keys: programs can use the device's token.",
    access: "editor",
    scope: null,
    params: deviceParams,
    body: z
      .strictObject({
        sensor: z.string().min(1).max(200).describe("Slug or UUID."),
        value: z.number(),
        ends_old_token: z
          .boolean()
          .default(false)
          .describe(
            "Whether it may count as the first use of a new token, which revokes the old one. Refused otherwise.",
          ),
      })
      .meta({ id: "TestReading" }),
    answer: z
      .object({
        status: z.number().int().describe("The answer that the device would have received."),
        request_id: z.string().describe("`X-Request-Id`."),
        rate_limit_remaining: z.number().int().describe("`X-RateLimit-Remaining`."),
        retry_after: z.number().int().nullable().describe("`Retry-After`, in seconds."),
        body: z.string(),
      })
      .meta({ id: "TestReadingAnswer" }),
  },
});
