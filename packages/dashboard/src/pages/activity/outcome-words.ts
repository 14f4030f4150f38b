import { isOutcomeReason, type OutcomeReason, type RequestReason } from "@weir/protocol/request-reasons";
import type { CallAnswer } from "../../api/route-types.ts";
import { reasonText, rejectedReadingsText } from "../../format/drop-reason.ts";
import { countText, plural, valueText } from "../../format/number.ts";
import { refusalCodeText, refusalText } from "./refusal-words.ts";

export type Request = CallAnswer<"listRequests">["items"][number];
export type RequestDetails = CallAnswer<"showRequest">;
export type Finding = RequestDetails["findings"][number];
type DropReason = keyof Request["rejected"];
export type Unsaved = NonNullable<Request["unsaved"]>;

/** Why a reading was not accepted, as a title. */
export function reasonTitle(reason: DropReason | "dropped_duplicate"): string {
  const text = reasonText(reason);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The choices of the filter for requests. */
export function requestReasonTitle(reason: RequestReason | OutcomeReason): string {
  if (isOutcomeReason(reason)) return reason === "failed" ? "Failed in a rule chain" : "Accepted, not saved";
  const refusal = refusalCodeText(reason);
  return refusal === null ? reasonTitle(reason as DropReason) : `Refused: ${refusal}`;
}

/** "POST bulk". The method of a refused request is not recorded. */
export function endpointText({ endpoint, error }: Pick<Request, "endpoint" | "error">): string {
  return error === "method_not_allowed" ? endpoint : `POST ${endpoint}`;
}

export function rejectedCounts({ rejected }: Pick<Request, "rejected">): [DropReason, number][] {
  return Object.entries(rejected) as [DropReason, number][];
}

/**
 * "48 accepted · 2 duplicates", or why there is nothing to count. Reasons after the second are counted
 * together.
 */
export function outcomeText(request: Request): string {
  const { accepted, duplicates, status, error, unsaved } = request;
  const parts: string[] = [];
  if (accepted > 0) parts.push(`${countText(accepted)} accepted`);
  const behind = clockText(request);
  if (behind !== null) parts.push(behind);
  if (unsaved !== null) parts.push(...unsavedParts(unsaved));
  if (duplicates > 0) parts.push(plural(duplicates, "duplicate"));
  const rejected = rejectedCounts(request);
  const named = rejected.length > 2 ? 1 : rejected.length;
  for (const [reason, readings] of rejected.slice(0, named))
    parts.push(rejectedReadingsText(reason, readings));
  const others = rejected.slice(named).reduce((sum, [, readings]) => sum + readings, 0);
  if (others > 0) parts.push(`${countText(others)} rejected for other reasons`);
  if (parts.length > 0) return parts.join(" · ");
  return status < 400 ? "Nothing accepted" : `Refused: ${refusalText(error, status)}`;
}

/** "clock is 20,756 days behind"; null if nothing is known to be wrong with it. */
function clockText({ clock_behind_s: seconds }: Pick<Request, "clock_behind_s">): string | null {
  // A node of an earlier version says nothing about it.
  return seconds == null ? null : `clock is ${plural(Math.round(seconds / 86_400), "day")} behind`;
}

/** "1 not saved", "2 failed". */
export function unsavedParts({ not_saved, failed }: Unsaved): string[] {
  const parts = [
    not_saved > 0 && `${countText(not_saved)} not saved`,
    failed > 0 && `${countText(failed)} failed`,
  ];
  return parts.filter((part) => part !== false);
}

export interface Verdict {
  readonly tone: "ok" | "warn" | "bad";
  readonly word: string;
}

type Outcome = Pick<Request, "status" | "accepted" | "rejected" | "unsaved" | "clock_behind_s">;

/** The result of a request in one word, with its colour. */
export function verdictOf(request: Outcome): Verdict {
  if (request.status >= 400) return { tone: "bad", word: "Refused" };
  if (isRejected(request)) return { tone: "warn", word: "Partly accepted" };
  const { accepted, unsaved } = request;
  if (unsaved === null && clockText(request) !== null)
    return { tone: "warn", word: "Accepted, clock is wrong" };
  if (unsaved === null) return { tone: "ok", word: "Accepted" };
  const isAll = unsaved.not_saved + unsaved.failed >= accepted;
  return { tone: "warn", word: isAll ? "Accepted, not saved" : "Accepted, partly saved" };
}

/**
 * Whether the request was refused or a reading of it was rejected, whatever happened to the accepted ones.
 */
export function isRejected({ status, rejected }: Pick<Request, "status" | "rejected">): boolean {
  return status >= 400 || Object.keys(rejected).length > 0;
}

/** The most important fact about lost or rejected readings, short enough for a row. */
export function shortExplanation(request: Request): string | null {
  const { unsaved } = request;
  const parts = [unsaved === null ? null : unsavedText(unsaved), rejectionText(request)];
  return parts.filter((part) => part !== null).join(" · ") || null;
}

function rejectionText(request: Request): string | null {
  const { first_finding: finding, first_problem: problem, explanation } = request;
  if (problem !== null) return problemText(problem);
  if (finding === null || finding.reason === "dropped_duplicate")
    return explanation === null ? null : firstSentence(explanation);
  if (finding.reason !== "dropped_unknown_sensor") return firstSentence(finding.explanation);
  const { identifier, suggestions } = finding;
  if (suggestions.length === 0) return firstSentence(finding.explanation);
  return `“${identifier}”: did you mean ${suggestions.map((slug) => `“${slug}”`).join(" or ")}?`;
}

/** "temperature 18.5 ended at “Compare”, output “false”": the first reading that was lost, and where. */
function unsavedText({ first: { fate, sensor, value, node, output, chain } }: Unsaved): string {
  const reading = [sensor?.slug, value === null ? undefined : valueText(value)].filter(Boolean).join(" ");
  const name = node?.title ?? chain?.name;
  const place = name === undefined ? "its rule chain" : `“${name}”`;
  const by = output === null ? "" : `, output “${output}”`;
  return `${reading || "A reading"} ${fate === "dead" ? "failed" : "ended"} at ${place}${by}`;
}

/** A problem of the whole body needs no field name. */
function problemText({ field, message }: NonNullable<Request["first_problem"]>): string {
  return field === "body" ? message : `${field}: ${message}`;
}

function firstSentence(text: string): string {
  const end = text.search(/[.?!] /);
  return end < 0 ? text : text.slice(0, end + 1);
}
