import type { Intake, PackedRequest, Waiter } from "../intake.ts";
import { partitionOfDevice } from "../position.ts";

/** Where the device stands in the words of a frame (packed-readings.ts). */
const deviceWord = 2;

/** Hands each request to the intake of its device's partition. */
export class PartitionedIntake implements Intake {
  readonly #intakes: readonly Intake[];

  /** By partition. */
  constructor(intakes: readonly Intake[]) {
    this.#intakes = intakes;
  }

  take(request: PackedRequest, waiter: Waiter): void {
    const deviceId = request.words[(request.start >>> 2) + deviceWord]!;
    this.#intakes[partitionOfDevice(deviceId, this.#intakes.length)]!.take(request, waiter);
  }
}
