import type { ProblemDetails } from "./api-answer.ts";

/**
 * The change is committed, but others have not confirmed it in time. The answer has no `Retry-After`, and its words say
 * that the change is saved: a client that sent it again could make it twice.
 */
const changeNotInForce = "change_not_in_force";

/**
 * Asks clients to come back while the process that was asked restarts or is too busy, and says what is saved already. Null
 * for any other fault.
 */
export function passingProblem(fault: unknown): ProblemDetails | null {
  if (!(fault instanceof Error)) return null;
  if ("code" in fault && fault.code === changeNotInForce)
    return { status: 504, code: changeNotInForce, detail: fault.message };
  const found = "code" in fault ? passing.find(({ code }) => code === fault.code) : undefined;
  // Ports wrap the faults of their engines.
  return found ?? passingProblem(fault.cause);
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
    detail: "The process that receives readings is restarting. Try again in a moment.",
    headers: { "Retry-After": "2" },
  },
  {
    status: 503,
    code: "processor_unavailable",
    detail: "The processor is restarting. Try again in a moment. Whatever was done before stays done.",
    headers: { "Retry-After": "2" },
  },
  {
    status: 503,
    code: "database_unavailable",
    detail:
      "The database cannot be reached. Try again in a moment. A change may have been made all the same, so check before you repeat it.",
    headers: { "Retry-After": "2" },
  },
  {
    status: 503,
    code: "processor_timeout",
    detail:
      "The processor is busy and did not answer in time. It may still complete the request, so check before you try again.",
    headers: { "Retry-After": "30" },
  },
];
