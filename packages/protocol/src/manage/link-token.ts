import { z } from "zod";

/** The token of a link that was mailed. */
export const linkToken = z.string().min(1).max(100).describe("The part of the link after the #.");
