import { z } from "zod";
import { weekdays } from "../closed-sets.ts";

/** A span of the day that repeats on some days of the week. */
export const weeklySpan = z.strictObject({
  days: z.array(z.enum(weekdays)).min(1).max(7).describe("The days on which the span starts."),
  from: z.string().max(5).describe("hh:mm."),
  to: z.string().max(5).describe("hh:mm, up to 24:00. A time before `from` is on the next day."),
  time_zone: z.string().max(64).describe("A name from the IANA database, for example Europe/Berlin."),
});
