import { z } from "zod";

/** A name that people give. */
export const namedText = z.string().min(1).max(200);
