import type { ProblemDetails } from "./api-answer.ts";

/** Work that asks the processor. While that restarts, clients are told to come back in a moment. */
export async function whenAnswered<Outcome>(
  work: () => Promise<Outcome>,
): Promise<Outcome | { readonly ok: false; readonly problem: ProblemDetails }> {
  try {
    return await work();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return { ok: false, problem: processorUnavailable };
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === processorUnavailable.code;
}

const processorUnavailable: ProblemDetails = {
  status: 503,
  code: "processor_unavailable",
  detail: "The processor is restarting. Try again in a moment. What it has done until then is done.",
  headers: { "Retry-After": "2" },
};
