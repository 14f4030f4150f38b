import type { RefusalCode, RequestReason } from "@weir/protocol/request-reasons";
import type { CallAnswer } from "../../api/route-types.ts";
import { reasonText } from "../../format/drop-reason.ts";
import { countText } from "../../format/number.ts";

export type Request = CallAnswer<"listRequests">["items"][number];
export type RequestDetails = CallAnswer<"showRequest">;
export type Finding = RequestDetails["findings"][number];
export type DropReason = keyof Request["rejected"];

/** Why a reading was not accepted, as the title of something. */
export function reasonTitle(reason: DropReason | "dropped_duplicate"): string {
  const text = reasonText(reason);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What something of a request was not accepted for: the readings, or all of it. */
export function requestReasonTitle(reason: RequestReason): string {
  if (!(reason in refusals)) return reasonTitle(reason as DropReason);
  return `Refused: ${refusals[reason]}`;
}

/** What a whole request was refused for. */
export function refusalCodeText(code: RefusalCode): string {
  return refusals[code];
}

/** What the server said instead of taking readings in. */
const refusals: Record<string, string> & Record<RefusalCode, string> = {
  missing_token: "no token",
  invalid_token: "token not valid",
  device_disabled: "device disabled",
  device_not_found: "no such device",
  sensor_not_found: "no such sensor",
  validation_failed: "body not valid",
  payload_too_large: "body too large",
  unsupported_media_type: "not sent as JSON",
  method_not_allowed: "not sent with POST",
  no_readings_accepted: "nothing accepted",
  too_many_requests: "too many requests",
  server_error: "server failed",
  unavailable: "not available",
};

/** "POST bulk"; another method than that is not kept. */
export function endpointText({ endpoint, error }: Pick<Request, "endpoint" | "error">): string {
  return error === "method_not_allowed" ? endpoint : `POST ${endpoint}`;
}

export function rejectedCounts({ rejected }: Pick<Request, "rejected">): [DropReason, number][] {
  return Object.entries(rejected) as [DropReason, number][];
}

export function rejectedText(reason: DropReason, readings: number): string {
  return `${countText(readings)} ${reasonText(reason)}`;
}

/** "48 accepted · 2 duplicates", or why there is nothing to count. Past two reasons the rest are counted together. */
export function outcomeText(request: Request): string {
  const { accepted, duplicates, status, error } = request;
  const parts: string[] = [];
  if (accepted > 0) parts.push(`${countText(accepted)} accepted`);
  if (duplicates > 0) parts.push(`${countText(duplicates)} ${duplicates === 1 ? "duplicate" : "duplicates"}`);
  const rejected = rejectedCounts(request);
  const named = rejected.length > 2 ? 1 : rejected.length;
  for (const [reason, readings] of rejected.slice(0, named)) parts.push(rejectedText(reason, readings));
  const others = rejected.slice(named).reduce((sum, [, readings]) => sum + readings, 0);
  if (others > 0) parts.push(`${countText(others)} rejected otherwise`);
  if (parts.length > 0) return parts.join(" · ");
  return status < 400 ? "nothing accepted" : `Refused: ${refusalText(error, status)}`;
}

export function refusalText(error: string | null, status: number): string {
  if (error === null) return `status ${status}`;
  return refusals[error] ?? error.replaceAll("_", " ");
}

export interface Verdict {
  readonly tone: "ok" | "warn" | "bad";
  readonly word: string;
}

/** How a request went, in one word and its colour. */
export function verdictOf(request: Pick<Request, "status" | "rejected">): Verdict {
  if (request.status >= 400) return { tone: "bad", word: "Refused" };
  if (Object.keys(request.rejected).length > 0) return { tone: "warn", word: "Partly accepted" };
  return { tone: "ok", word: "Accepted" };
}

export function isTroubled(request: Pick<Request, "status" | "rejected">): boolean {
  return verdictOf(request).tone !== "ok";
}

/** The first thing worth knowing, short enough for a row. */
export function shortExplanation({
  first_finding: finding,
  first_problem: problem,
  explanation,
}: Request): string | null {
  if (problem !== null) return problemText(problem);
  if (finding === null || finding.reason === "dropped_duplicate")
    return explanation === null ? null : firstSentence(explanation);
  if (finding.reason !== "dropped_unknown_sensor") return firstSentence(finding.explanation);
  const { identifier, suggestions } = finding;
  if (suggestions.length === 0) return firstSentence(finding.explanation);
  return `“${identifier}”: did you mean ${suggestions.map((slug) => `“${slug}”`).join(" or ")}?`;
}

/** What is wrong with all of the body says so itself. */
function problemText({ field, message }: NonNullable<Request["first_problem"]>): string {
  return field === "body" ? message : `${field}: ${message}`;
}

function firstSentence(text: string): string {
  const end = text.search(/[.?!] /);
  return end < 0 ? text : text.slice(0, end + 1);
}
