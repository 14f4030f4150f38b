import { z } from "zod";

/** The operator's tile server. */
export const mapFacts = z
  .object({
    tiles: z.string().describe("The address of a square of the map, with {z}, {x} and {y}."),
    attribution: z.string().describe("Whom maps name as their source; may be empty."),
  })
  .nullable()
  .describe("The tile server for maps; null if there is none.")
  .meta({ id: "MapFacts" });
