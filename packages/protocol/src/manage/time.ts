import { z } from "zod";

/** A time in answers. */
export const time = z.string().describe("ISO 8601 in UTC, with microseconds.");

/** A time in requests. */
export const givenTime = z
  .string()
  .max(40)
  .describe("ISO 8601, in UTC unless it has an offset; or microseconds since 1970.");
