import type { ReadingStore } from "../store/reading-store.ts";
import type { ChainDirectory } from "./chains/chain-directory.ts";
import type { Processor } from "./processor.ts";
import type { SaveReadings } from "./processor-request.ts";

export interface SavingParts {
  readonly processor: Processor;
  readonly store: ReadingStore;
  readonly chains: ChainDirectory;
  readonly nowMs: number;
}

const lasting = { mustLast: true };

/**
 * Saves imported readings past their chains, as one batch. Nothing else has them, so the batch survives a power cut when
 * this returns. They are not among the accepted ones, so they are not counted as settled either; those of sensors that
 * were removed meanwhile are passed over.
 */
export async function saveReadings(
  { readings }: SaveReadings,
  parts: SavingParts,
): Promise<{ saved: number }> {
  const { sensorIds, atUs, values, metadata, receivedUs, deviceSeconds, deviceMicros } = readings;
  const { processor, store, chains, nowMs } = parts;
  let saved = 0;
  await processor.change(() => {
    for (const [row, sensorId] of sensorIds.entries()) {
      if (chains.of(sensorId) === null) continue;
      const arrivalUs = receivedUs[row] ?? nowMs * 1000;
      const [seconds, micros] = [deviceSeconds[row]!, deviceMicros[row]!];
      store.save(sensorId, atUs[row]!, values[row]!, arrivalUs, seconds, micros, metadata[row]!);
      saved++;
    }
  }, lasting);
  return { saved };
}
