import type { OwnedPartition, Ownership } from "../../queue/ownership.ts";
import type { PartitionClaims, PartitionKeeper } from "../installation.ts";

/** The claim to partitions that a process takes when it starts and keeps until it ends. */
export class FixedClaims implements PartitionClaims {
  readonly #ownership: Ownership;
  readonly #partitions: readonly number[];
  #keeper: PartitionKeeper | null = null;

  constructor(ownership: Ownership, partitions: readonly number[]) {
    this.#ownership = ownership;
    this.#partitions = partitions;
  }

  async begin(keeper: PartitionKeeper): Promise<void> {
    this.#keeper = keeper;
    const taken: OwnedPartition[] = [];
    for (const partition of this.#partitions) taken.push(await this.#ownership.take(partition));
    await keeper.take(taken);
  }

  /** Nothing to do, because the process ends. */
  lost(_owned: OwnedPartition): void {}

  async end(): Promise<void> {
    await this.#keeper?.giveUp(this.#partitions);
  }
}
