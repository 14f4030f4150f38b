import type { SettledCounts } from "../store/partition-progress.ts";
import type { BatchOutcome } from "../store/settlement.ts";
import type { BatchSaves } from "./batch-saves.ts";
import type { ReadingBatch } from "./reading-batch.ts";
import type { Receipts } from "./receipts.ts";

interface ReadBatch {
  readonly batch: ReadingBatch;
  readonly saves: BatchSaves;
  readonly receipts: Receipts;
}

/** What became of the readings of a batch, given the saves whose reading the store had already. */
export function batchOutcome(
  { batch, saves, receipts }: ReadBatch,
  alreadyStored: readonly number[],
  counts: Readonly<SettledCounts>,
): BatchOutcome {
  if (alreadyStored.length === 0) return { counts, fates: receipts.fates([]) };
  const readings = saves.unwritten(alreadyStored);
  // A replayed dead letter has neither a receipt nor statistics.
  const found = readings
    .filter((number) => number < batch.readings)
    .map((number) => batch.queuedReading(number));
  const { saved, alreadyStored: before, ...others } = counts;
  return {
    counts: { saved: saved - readings.length, alreadyStored: before + readings.length, ...others },
    fates: receipts.fates(found),
  };
}
