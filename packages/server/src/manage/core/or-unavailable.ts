import { fail } from "@weir/protocol/result";
import type { Declined } from "../../web/api-answer.ts";
import { ImportUnavailableError } from "./import-sink.ts";

/** Answers that the readings cannot be accepted now. `advice` says what to do then. */
export async function orUnavailable<T>(advice: string, work: () => Promise<T>): Promise<T | Declined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ImportUnavailableError)) throw error;
    const { limit, message } = error;
    const reason = limit === null ? "Readings cannot be accepted right now." : message;
    return fail({
      status: 503,
      code: "import_unavailable",
      detail: `${reason} ${advice}`,
      headers: { "Retry-After": "5" },
      ...(limit === null ? {} : { limit }),
    });
  }
}
