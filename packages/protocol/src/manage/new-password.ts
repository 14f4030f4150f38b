import { z } from "zod";
import { passwordMaxLength, passwordMinLength } from "./password-length.ts";

/** A password that somebody chooses. Its shortest length is documented only: the server's refusal says more than a form's. */
export const newPassword = z
  .string()
  .max(passwordMaxLength)
  .describe(
    `${passwordMinLength} to ${passwordMaxLength} characters, and hard to guess. ` +
      "If the password is refused, the answer says how to improve it.",
  )
  .meta({ minLength: passwordMinLength });
