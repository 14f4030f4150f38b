import type { OwnedPartition, Ownership } from "../../queue/ownership.ts";
import { onlyPartition } from "../../queue/position.ts";
import type { PartitionClaims, PartitionKeeper } from "../installation.ts";

/** The claim to the only partition, which a process takes when it starts and keeps until it ends. */
export class OnlyPartitionClaim implements PartitionClaims {
  readonly #ownership: Ownership;
  #keeper: PartitionKeeper | null = null;

  constructor(ownership: Ownership) {
    this.#ownership = ownership;
  }

  async begin(keeper: PartitionKeeper): Promise<void> {
    this.#keeper = keeper;
    await keeper.take([await this.#ownership.take(onlyPartition)]);
  }

  /** Nothing is left to do: the process ends. */
  lost(_owned: OwnedPartition): void {}

  async end(): Promise<void> {
    await this.#keeper?.giveUp([onlyPartition]);
  }
}
