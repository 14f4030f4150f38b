import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { AcceptedReadings } from "../../queue/accepted-readings.ts";
import { isReached, type Position } from "../../queue/position.ts";
import { parseRequestId } from "../../queue/request-number.ts";
import type { ReceiptQueries } from "../../store/receipts/queries.ts";
import type { ReadingFates } from "../../store/receipts/record.ts";

/** Accepted readings of a request that were lost: they left their chain unsaved without intention, or failed. */
interface UnsavedReadings {
  /** Left by an output without a wire. */
  readonly notSaved: number;
  /** Failed; they are dead letters. */
  readonly failed: number;
  readonly first: UnsavedReading;
}

/** The first of them, and where it ended. */
interface UnsavedReading extends Omit<ReadingFates, "first" | "readings" | "letterId"> {
  /** Null, as is the value, if the queue no longer has the reading. */
  readonly sensorId: number | null;
  readonly value: number | null;
}

export interface OutcomeSources {
  readonly receipts: Pick<ReceiptQueries, "fates" | "settledPosition">;
  readonly accepted: AcceptedReadings;
}

/** Null if there are none, if it is no longer known, or if the readings are not processed yet. */
export async function unsavedReadingsOf(
  { requestId, accepted, position }: ActivityRecord,
  sources: OutcomeSources,
): Promise<UnsavedReadings | null> {
  const number = parseRequestId(requestId);
  if (accepted === 0 || number === null || position === null) return null;
  const lost = (await sources.receipts.fates(number.boot, number.number)).filter(isLost);
  const [first] = lost;
  if (first === undefined) return null;
  const { first: place, readings, letterId, ...end } = first;
  const reading = (await sources.accepted.of(number, position, place + 1))?.[place];
  const countOf = (fate: ReadingFates["fate"]) =>
    lost.reduce((sum, run) => sum + (run.fate === fate ? run.readings : 0), 0);
  return {
    notSaved: countOf("ended"),
    failed: countOf("dead"),
    first: { ...end, sensorId: reading?.sensorId ?? null, value: reading?.value ?? null },
  };
}

/** The lost readings of requests whose accepted readings are processed. Each device is looked up once per partition. */
export async function processedOf(
  records: readonly ActivityRecord[],
  { receipts }: Pick<OutcomeSources, "receipts">,
): Promise<Set<ActivityRecord>> {
  const processed = new Set<ActivityRecord>();
  const settled = new Map<string, Position>();
  for (const record of records) {
    const { deviceId, accepted, position } = record;
    if (accepted === 0 || position === null) {
      processed.add(record);
      continue;
    }
    const { partition } = position;
    const key = `${deviceId} ${partition}`;
    const reached = settled.get(key) ?? (await receipts.settledPosition(deviceId, partition));
    settled.set(key, reached);
    if (isReached(position, reached)) processed.add(record);
  }
  return processed;
}

function isLost({ fate, onPurpose }: ReadingFates): boolean {
  return fate === "dead" || (fate === "ended" && onPurpose === false);
}
