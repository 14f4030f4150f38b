import type { Intake, PackedRequest, Waiter } from "../intake.ts";
import { partitionOfDevice } from "../position.ts";

/** The index of the device in the words of a frame (packed-readings.ts). */
const deviceWord = 2;

/** Passes each request to the intake of its device's partition. */
export class PartitionedIntake implements Intake {
  readonly #intakes: readonly Intake[];

  /** Intakes by partition. */
  constructor(intakes: readonly Intake[]) {
    this.#intakes = intakes;
  }

  take(request: PackedRequest, waiter: Waiter): void {
    const deviceId = request.words[(request.start >>> 2) + deviceWord]!;
    this.#intakes[partitionOfDevice(deviceId, this.#intakes.length)]!.take(request, waiter);
  }
}
