import { z } from "zod";
import { themes, timeFormats } from "../closed-sets.ts";

/** How the dashboard looks to one person. The API is not affected: its times are always in UTC. */
export const preferences = z
  .object({
    time_zone: z
      .string()
      .max(100)
      .refine(
        isTimeZone,
        "Unknown time zone. Use UTC or a name from the IANA database such as Europe/Berlin.",
      )
      .nullable()
      .describe(
        "The time zone in which the dashboard shows times: `UTC` or a name of the IANA database such as `Europe/Berlin`. " +
          "Null follows each browser.",
      ),
    time_format: z
      .enum(timeFormats)
      .describe("Whether times use 12 or 24 hours. `auto` follows the language of the browser."),
    theme: z.enum(themes).describe("The colors of the dashboard. `system` follows the operating system."),
  })
  .meta({ id: "Preferences" });

export type Preferences = z.infer<typeof preferences>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
