import type { OwnedPartition, Ownership } from "../../queue/ownership.ts";
import { onlyPartition } from "../../queue/position.ts";
import type { PartitionClaims, PartitionKeeper } from "../installation.ts";

/** The claim to the only partition. A process takes it when it starts and keeps it until it ends. */
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

  /** Nothing to do, because the process ends. */
  lost(_owned: OwnedPartition): void {}

  async end(): Promise<void> {
    await this.#keeper?.giveUp([onlyPartition]);
  }
}
