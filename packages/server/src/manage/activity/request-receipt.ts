import type { ActivityRecord } from "../../activity/activity-record.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import type { ReadingFates, ReceiptQueries } from "../../store/receipt-queries.ts";

/** Where readings ended that were not saved. */
export type FateEnd = Omit<ReadingFates, "first" | "readings">;

/** What became of the accepted readings of a request. */
export type Receipt =
  | { readonly state: "queued" | "settled"; readonly fates: readonly FateOfReadings[] }
  /** So far back that it is not kept any more. */
  | { readonly state: "unknown" };

/** Accepted readings that follow on each other and fared alike. */
export interface FateOfReadings {
  /** The first of them among the accepted readings, counted from 0. */
  readonly first: number;
  readonly readings: number;
  /** The place of the first in the request; the others follow there too. Null where it is not known. */
  readonly position: number | null;
  readonly fate: "queued" | "saved" | FateEnd["fate"];
  /** Where they ended; null of queued and saved ones. */
  readonly end: FateEnd | null;
}

export type ReceivedRequest = Pick<
  ActivityRecord,
  "requestId" | "arrivalMs" | "accepted" | "duplicates" | "rejected" | "position" | "findings"
>;

/**
 * Only what was not saved is noted, so the gaps between are saved readings. Asked in this order: what is settled when it
 * is asked stays so, all its fates are noted by then, and if they were forgotten before they were read, that shows after.
 */
export function receiptOf(request: ReceivedRequest, receipts: ReceiptQueries): Receipt {
  const { accepted, arrivalMs } = request;
  if (accepted === 0) return { state: "settled", fates: [] };
  const number = parseRequestId(request.requestId);
  if (number === null) return { state: "unknown" };
  if (receipts.settledPosition() < request.position) {
    const queued = { first: 0, readings: accepted, fate: "queued", end: null } as const;
    return { state: "queued", fates: withPositions([queued], request) };
  }
  const noted = receipts.fates(number.boot, number.number);
  if (arrivalMs < receipts.forgottenBeforeMs()) return { state: "unknown" };
  return { state: "settled", fates: withPositions(fillGaps(noted, accepted), request) };
}

type Run = Omit<FateOfReadings, "position">;

function fillGaps(noted: readonly ReadingFates[], accepted: number): Run[] {
  const runs: Run[] = [];
  let next = 0;
  const saveUpTo = (first: number): void => {
    if (first > next) runs.push({ first: next, readings: first - next, fate: "saved", end: null });
  };
  for (const { first, readings, ...end } of noted) {
    saveUpTo(first);
    runs.push({ first, readings, fate: end.fate, end });
    next = first + readings;
  }
  saveUpTo(accepted);
  return runs;
}

/**
 * Runs count accepted readings, the request counts all. Where each reading that was not accepted is known, a run is cut
 * where one lies in between, and each part has its place in the request.
 */
function withPositions(runs: readonly Run[], request: ReceivedRequest): FateOfReadings[] {
  const skipped = skippedPositions(request);
  if (skipped === null) return runs.map((run) => ({ ...run, position: null }));
  const placed: FateOfReadings[] = [];
  let passed = 0;
  for (const run of runs) {
    const end = run.first + run.readings;
    for (let first = run.first; first < end; ) {
      while (passed < skipped.length && skipped[passed]! <= first + passed) passed++;
      const cut = passed < skipped.length ? skipped[passed]! - passed : end;
      const readings = Math.min(cut, end) - first;
      placed.push({ ...run, first, readings, position: first + passed });
      first += readings;
    }
  }
  return placed;
}

/** Ascending; null where more readings were not accepted than were noted. */
function skippedPositions({ findings, duplicates, rejected }: ReceivedRequest): number[] | null {
  const refused = Object.values(rejected ?? {}).reduce((sum, readings) => sum + readings, duplicates);
  if (findings.length < refused) return null;
  return findings.map(({ position }) => position).sort((left, right) => left - right);
}
