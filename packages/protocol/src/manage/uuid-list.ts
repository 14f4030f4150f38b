import { z } from "zod";

/** How many UUIDs a query can name. */
const uuidsPerQueryMax = 100;
const uuidLength = 36;

/** UUIDs in a query. */
export const uuidList = z
  .string()
  .max(uuidsPerQueryMax * (uuidLength + 1) - 1)
  .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/i, "must be UUIDs, separated by commas")
  .describe(`UUIDs, separated by commas, at most ${uuidsPerQueryMax}.`);
