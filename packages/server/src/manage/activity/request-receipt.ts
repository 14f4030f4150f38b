import type { Fate } from "@weir/protocol/closed-sets";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { isReached, type Position } from "../../queue/position.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import type { ReceiptQueries } from "../../store/receipts/queries.ts";
import type { ReadingFates } from "../../store/receipts/record.ts";

/** Where readings ended that were not saved. */
export type FateEnd = Omit<ReadingFates, "first" | "readings" | "letterId">;

/** Chains that accepted readings went into. If there are several, it is unknown which reading went where. */
type ChainVersion = Pick<
  Awaited<ReturnType<ReceiptQueries["chainsInUse"]>>[number],
  "chainId" | "chainVersion"
>;

/** The fates of the accepted readings of a request. */
export type Receipt =
  | {
      readonly state: "queued" | "settled";
      readonly fates: readonly FateOfReadings[];
      readonly chains: readonly ChainVersion[];
    }
  /** Too old: the fates are no longer kept. */
  | { readonly state: "unknown" };

/** Consecutive accepted readings with the same fate. */
export interface FateOfReadings {
  /** The index of the first one among the accepted readings. */
  readonly first: number;
  readonly readings: number;
  /** The index of the first one in the request. The others follow it. Null if it is not known. */
  readonly position: number | null;
  readonly fate: Fate;
  /** Where they ended; null for queued and saved readings. */
  readonly end: FateEnd | null;
  /** For dead readings: the letter of the first one, which those of the others follow; null if it is not known. */
  readonly letterId: number | null;
}

export type ReceivedRequest = Pick<
  ActivityRecord,
  | "deviceId"
  | "sensorId"
  | "requestId"
  | "arrivalMs"
  | "accepted"
  | "duplicates"
  | "rejected"
  | "position"
  | "findings"
>;

/**
 * Only unsaved readings are recorded, so the gaps between them are saved readings. The order of the queries matters:
 * what is settled at the first one stays settled and has all its fates recorded by then, and if fates were forgotten
 * before they were read, the last query shows it.
 */
export async function receiptOf(request: ReceivedRequest, receipts: ReceiptQueries): Promise<Receipt> {
  const { accepted, arrivalMs, deviceId, position } = request;
  if (accepted === 0) return { state: "settled", fates: [], chains: [] };
  const number = parseRequestId(request.requestId);
  if (number === null || position === null) return { state: "unknown" };
  if (!isReached(position, await receipts.settledPosition(deviceId, position.partition))) {
    const queued = { first: 0, readings: accepted, fate: "queued", end: null, letterId: null } as const;
    return { state: "queued", fates: withPositions([queued], request), chains: [] };
  }
  const noted = await receipts.fates(number.boot, number.number);
  if (arrivalMs < (await receipts.forgottenBeforeMs())) return { state: "unknown" };
  const fates = withPositions(fillGaps(noted, accepted), request);
  return { state: "settled", fates, chains: await chainsOf(request, position, receipts) };
}

/** The chain of the sensor in the URL; otherwise the chains that the device's sensors had then, which is mostly one. */
async function chainsOf(
  { deviceId, sensorId }: ReceivedRequest,
  position: Position,
  receipts: ReceiptQueries,
): Promise<ChainVersion[]> {
  const chains = new Map<string, ChainVersion>();
  for (const use of await receipts.chainsInUse(deviceId, position)) {
    const { chainId, chainVersion } = use;
    if (sensorId === null || sensorId === use.sensorId)
      chains.set(`${chainId} ${chainVersion}`, { chainId, chainVersion });
  }
  return [...chains.values()];
}

type Run = Omit<FateOfReadings, "position">;

function fillGaps(noted: readonly ReadingFates[], accepted: number): Run[] {
  const runs: Run[] = [];
  let next = 0;
  const saveUpTo = (first: number): void => {
    if (first > next)
      runs.push({ first: next, readings: first - next, fate: "saved", end: null, letterId: null });
  };
  for (const { first, readings, letterId, ...end } of noted) {
    saveUpTo(first);
    runs.push({ first, readings, fate: end.fate, end, letterId });
    next = first + readings;
  }
  saveUpTo(accepted);
  return runs;
}

/**
 * Runs count accepted readings, and the request counts all. If every reading that was not accepted is known, a run is
 * split where one lies in between, and each part gets its index in the request.
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
      const letterId = run.letterId === null ? null : run.letterId + first - run.first;
      placed.push({ ...run, first, readings, letterId, position: first + passed });
      first += readings;
    }
  }
  return placed;
}

/** Ascending; null if more readings were not accepted than were recorded. */
function skippedPositions({ findings, duplicates, rejected }: ReceivedRequest): number[] | null {
  const refused = Object.values(rejected ?? {}).reduce((sum, readings) => sum + readings, duplicates);
  if (findings.length < refused) return null;
  return findings.map(({ position }) => position).sort((left, right) => left - right);
}
