import { z } from "zod";

/** The path parameter of everything that belongs to an account. */
export const accountParams = z.object({ account: z.uuid() });
