import type { ProblemDetails } from "./api-answer.ts";

/** Work that asks another process. While that restarts or is too busy, clients are told to come back. */
export async function whenAnswered<Outcome>(
  work: () => Promise<Outcome>,
): Promise<Outcome | { readonly ok: false; readonly problem: ProblemDetails }> {
  try {
    return await work();
  } catch (error) {
    const problem =
      error instanceof Error && "code" in error && passing.find(({ code }) => code === error.code);
    if (!problem) throw error;
    return { ok: false, problem };
  }
}

const passing: readonly ProblemDetails[] = [
  {
    status: 503,
    code: "server_not_running",
    detail: "No server is running on the data folder. Start it with weir serve, then try again.",
  },
  {
    status: 503,
    code: "ingest_unavailable",
    detail: "The process that takes readings is restarting. Try again in a moment.",
    headers: { "Retry-After": "2" },
  },
  {
    status: 503,
    code: "processor_unavailable",
    detail: "The processor is restarting. Try again in a moment. What it has done until then is done.",
    headers: { "Retry-After": "2" },
  },
  {
    status: 503,
    code: "processor_timeout",
    detail:
      "The processor is busy and did not answer in time. It may still do this: look before you try again.",
    headers: { "Retry-After": "30" },
  },
];
