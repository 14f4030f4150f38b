import { z } from "zod";

/** An error according to RFC 9457, with a code for programs and the fields that are wrong. */
export const problem = z
  .object({
    type: z.string().describe("Address of the documentation of the code."),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().describe("What happened, and what to do about it."),
    code: z.string(),
    limit: z
      .object({ setting: z.string(), max: z.number().int() })
      .optional()
      .describe("The limit that was reached: the name of its setting, and what it is set to."),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .describe("The fields that are wrong, by their path in the request."),
  })
  .meta({ id: "Problem" });
export type Problem = z.output<typeof problem>;
