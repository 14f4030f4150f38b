import type { Bus } from "../../bus/bus.ts";

/**
 * Tells the processors that a partition of the queue has grown: once, and again only after its processor has reported.
 */
export class QueueWake {
  readonly #bus: Pick<Bus, "tell">;
  #told = new Set<number>();

  constructor(bus: Pick<Bus, "tell">) {
    this.#bus = bus;
  }

  /** On the hot path: called after each commit of the queue. */
  appended(partitions: readonly number[]): void {
    const untold = partitions.filter((partition) => !this.#told.has(partition));
    if (untold.length === 0) return;
    for (const partition of untold) this.#told.add(partition);
    this.#bus.tell("process", { kind: "appended", partitions: untold });
  }

  /** The partition's processor has reported. `isBehind` means that more readings wait for it. */
  reported(partition: number, isBehind: boolean): void {
    this.#told.delete(partition);
    if (isBehind) this.appended([partition]);
  }

  /** A processor has joined that has received nothing yet. These partitions have grown at some time. */
  joined(partitions: readonly number[]): void {
    this.#told = new Set(partitions);
    if (partitions.length > 0) this.#bus.tell("process", { kind: "appended", partitions });
  }
}
