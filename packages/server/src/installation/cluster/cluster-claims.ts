import { isWithin } from "../../platform/is-within.ts";
import { type Log, reasonOf } from "../../platform/log.ts";
import type { OwnedPartition } from "../../queue/ownership.ts";
import type { PostgresOwnership } from "../../store/engine/postgres/postgres-ownership.ts";
import type { PartitionClaims, PartitionKeeper } from "../installation.ts";

/** A lease lasts four times as long. */
const lookEveryMs = 500;
/** How long a stopping process settles readings. Others settle the rest. */
const settleMaxMs = 3000;

export interface ClusterClaimsParts {
  readonly partitions: number;
  readonly log: Log;
  /** The id of this member. It changes when the member has to join again. */
  readonly memberId: () => string;
  /** The number of processors in the cluster, including this one. */
  readonly processors: () => Promise<number>;
  readonly ownershipOf: (memberId: string) => PostgresOwnership;
}

/**
 * Takes this processor's fair share of the partitions, renews their leases, gives back the surplus when another
 * processor joins, and takes partitions whose owners have died. PostgreSQL decides who owns a partition; this class
 * only asks.
 */
export class ClusterClaims implements PartitionClaims {
  readonly #parts: ClusterClaimsParts;
  #keeper: PartitionKeeper | null = null;
  #member = "";
  #ownership: PostgresOwnership | null = null;
  readonly #owned = new Map<number, OwnedPartition>();
  #looking: Promise<void> | null = null;
  #timer: Timer | null = null;
  #isAway = false;

  constructor(parts: ClusterClaimsParts) {
    this.#parts = parts;
  }

  async begin(keeper: PartitionKeeper): Promise<void> {
    this.#keeper = keeper;
    await this.#lookAgain();
    this.#timer = setInterval(() => void this.#lookAgain(), lookEveryMs);
  }

  lost({ partition, epoch }: OwnedPartition): void {
    if (this.#owned.get(partition)?.epoch === epoch) this.#owned.delete(partition);
  }

  async end(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    // The leases are renewed until settling has ended, so that nobody takes the partitions meanwhile.
    const renewing = setInterval(() => void this.#renew().catch(() => undefined), lookEveryMs);
    const isSettled = await isWithin(settleMaxMs, this.#settleAll());
    clearInterval(renewing);
    const owned = [...this.#owned.values()];
    this.#owned.clear();
    if (!isSettled) {
      this.#parts.log.warn(
        "partitions are left to other processors before all of their readings are settled",
        {
          partitions: numbersOf(owned),
          waitedMs: settleMaxMs,
        },
      );
      void this.#keeper?.lose(owned);
    }
    await this.#release(owned);
  }

  async #settleAll(): Promise<void> {
    await this.#looking;
    await this.#keeper?.giveUp([...this.#owned.keys()]);
  }

  /** If this fails, others take the partitions when the leases have ended. */
  async #release(owned: readonly OwnedPartition[]): Promise<void> {
    if (owned.length === 0) return;
    try {
      await this.#ownership!.release(owned);
      this.#parts.log.info("gave partitions back", { partitions: numbersOf(owned) });
    } catch (error) {
      this.#parts.log.warn("partitions could not be given back", { reason: reasonOf(error) });
    }
  }

  #lookAgain(): Promise<void> {
    this.#looking ??= this.#look()
      .then(() => this.#reached())
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const { partitions, processors } = this.#parts;
    await this.#joinedAgain();
    await this.#renew();
    const share = Math.ceil(partitions / Math.max(1, await processors()));
    if (this.#owned.size > share) await this.#giveBack([...this.#owned.values()].slice(share));
    if (this.#owned.size < share) await this.#take(share - this.#owned.size);
  }

  /** A member that had to join again under another id has lost everything that it owned under the old one. */
  async #joinedAgain(): Promise<void> {
    const member = this.#parts.memberId();
    if (member === this.#member) return;
    const lost = [...this.#owned.values()];
    this.#owned.clear();
    this.#member = member;
    this.#ownership = this.#parts.ownershipOf(member);
    await this.#keeper!.lose(lost);
  }

  async #renew(): Promise<void> {
    if (this.#owned.size === 0) return;
    const before = [...this.#owned.values()];
    const kept = new Set(await this.#ownership!.renew(before));
    const lost = before.filter((owned) => !kept.has(owned));
    for (const owned of lost) this.lost(owned);
    if (lost.length > 0) await this.#keeper!.lose(lost);
  }

  async #take(max: number): Promise<void> {
    const taken = await this.#ownership!.takeFree(max);
    if (taken.length === 0) return;
    for (const owned of taken) this.#owned.set(owned.partition, owned);
    this.#parts.log.info("took partitions", { partitions: numbersOf(taken) });
    try {
      await this.#keeper!.take(taken);
    } catch (error) {
      // Nobody settles these partitions, so their leases must not be renewed. The next look takes them again, here or
      // elsewhere.
      for (const owned of taken) this.lost(owned);
      await this.#ownership!.release(taken);
      throw error;
    }
  }

  async #giveBack(surplus: readonly OwnedPartition[]): Promise<void> {
    if (surplus.length === 0) return;
    await this.#keeper!.giveUp(surplus.map(({ partition }) => partition));
    for (const owned of surplus) this.lost(owned);
    await this.#ownership!.release(surplus);
    this.#parts.log.info("gave partitions back", { partitions: numbersOf(surplus) });
  }

  #reached(): void {
    if (this.#isAway) this.#parts.log.info("partitions can be claimed again");
    this.#isAway = false;
  }

  #failed(error: unknown): void {
    if (!this.#isAway)
      this.#parts.log.warn("partitions cannot be claimed, trying again", { reason: reasonOf(error) });
    this.#isAway = true;
  }
}

function numbersOf(owned: readonly OwnedPartition[]): string {
  return owned.map(({ partition }) => partition).join(" ");
}
