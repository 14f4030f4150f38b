import type { Stretch } from "../queue/stretch.ts";
import type { BatchSaves } from "./batch-saves.ts";
import type { SensorEntry } from "./chains/chain-directory.ts";
import type { HostParts } from "./chains/host-parts.ts";
import type { Tallies } from "./tallies.ts";

/**
 * Settles stretches of readings whose chain only saves: what the processor does for each reading is done once for all
 * of them. This is the case for most readings sent in bulk, and cuts their cost to a third.
 */
export class StretchSaver {
  readonly #parts: Pick<HostParts, "batch" | "feed">;
  readonly #saves: BatchSaves;
  readonly #tallies: Tallies;

  constructor(parts: Pick<HostParts, "batch" | "feed">, saves: BatchSaves, tallies: Tallies) {
    this.#parts = parts;
    this.#saves = saves;
    this.#tallies = tallies;
  }

  /** `firstNumber` is the number of the first reading in the batch. */
  save(stretch: Stretch, { source, countSaved }: SensorEntry, receivedUs: number, firstNumber: number): void {
    const { batch, feed } = this.#parts;
    const { doubles, start, readings } = stretch;
    const { saves } = batch;
    const from = saves.count;
    saves.addStretch(source.sensorId, stretch, receivedUs);
    this.#saves.noteEach(firstNumber, from, saves.count);
    countSaved?.(readings);
    this.#tallies.saved(source, readings);
    // Only the last value of a sensor is sent to open pages.
    const last = start + (readings - 1) * 2;
    if (feed.isOn) feed.saved(source, doubles[last + 1]!, doubles[last]!);
  }
}
