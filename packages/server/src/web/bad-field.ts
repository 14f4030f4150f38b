import { fail } from "@weir/protocol/result";
import type { Declined } from "./api-answer.ts";

/** Refuses the field as a schema would. */
export function badField(field: string, message: string): Declined {
  return fail({
    status: 422,
    code: "not_valid",
    detail: `${field}: ${message}`,
    errors: [{ field, message }],
  });
}
