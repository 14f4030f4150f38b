import { z } from "zod";
import { passwordMaxLength, passwordMinLength } from "./password-length.ts";

/**
 * A password that somebody chooses. The schema only documents its shortest length, because the server's refusal is more
 * helpful than that of a schema.
 */
export const newPassword = z
  .string()
  .max(passwordMaxLength)
  .describe(
    `${passwordMinLength} to ${passwordMaxLength} characters, and hard to guess. ` +
      "If the password is refused, the answer says how to improve it.",
  )
  .meta({ minLength: passwordMinLength });
