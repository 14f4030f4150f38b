import { z } from "zod";

/** A time in answers. */
export const time = z.string().describe("ISO 8601 in UTC, with microseconds.");
