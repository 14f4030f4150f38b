import type { SavedReadings } from "../store/readings/saved-readings.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { Processor } from "./processor.ts";
import type { ProcessorAnswers, SaveReadings } from "./processor-request.ts";

interface SavingParts {
  readonly processor: Processor;
  readonly saves: SavedReadings;
  readonly chains: ChainDirectory;
  readonly nowMs: number;
}

/**
 * Saves imported readings, bypassing their chains, as one batch. No queue holds them, so the batch survives a power cut
 * when this resolves. They were not accepted, so they are not counted as settled either. Readings of sensors that were
 * removed meanwhile are skipped.
 */
export async function saveReadings(
  { readings }: SaveReadings,
  parts: SavingParts,
): Promise<ProcessorAnswers["save readings"]> {
  const { sensorIds, atUs, values, metadata, receivedUs, deviceSeconds, deviceMicros } = readings;
  const { processor, saves, chains, nowMs } = parts;
  let saved = 0;
  let alreadyStored = 0;
  const onCommitted = (known: readonly number[]) => {
    alreadyStored = known.length;
  };
  // Readings of other partitions are skipped too.
  if (sensorIds.every((sensorId) => chains.of(sensorId) === null)) return { saved, alreadyStored };
  const addAll = () => {
    for (const [row, sensorId] of sensorIds.entries()) {
      if (chains.of(sensorId) === null) continue;
      const arrivalUs = receivedUs[row] ?? nowMs * 1000;
      const [seconds, micros] = [deviceSeconds[row]!, deviceMicros[row]!];
      saves.add(sensorId, atUs[row]!, values[row]!, arrivalUs, seconds, micros, metadata[row]!);
      saved++;
    }
  };
  await processor.change(addAll, { mustLast: true, onCommitted });
  return { saved: saved - alreadyStored, alreadyStored };
}
