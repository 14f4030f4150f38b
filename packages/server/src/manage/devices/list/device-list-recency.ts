import type { SortOrder } from "@weir/protocol/closed-sets";
import type { DevicePlace } from "../../../control/devices/device-list.ts";

interface RecencyOrder {
  readonly order: SortOrder;
  readonly after: DevicePlace | null;
  readonly limit: number;
}

/** A device with its sort key as numbers, which compare faster than keys that may be null. Smaller comes first. */
interface Ranked {
  readonly rank: number;
  readonly idRank: number;
  readonly place: DevicePlace;
}

/**
 * The first devices by last connection, selected from any number. A device that is not among them costs a comparison or
 * two. Those that never connected come last in either order.
 */
export class FirstByLastConnected {
  readonly #first: Ranked[] = [];
  readonly #direction: 1 | -1;
  readonly #limit: number;
  readonly #after: Ranked | null;
  /** The last selected one, once there are enough. */
  #last: Ranked | null = null;

  constructor({ order, after, limit }: RecencyOrder) {
    this.#direction = order === "asc" ? 1 : -1;
    this.#limit = limit;
    this.#after = after === null ? null : this.#ranked(after.id, after.key as number | null);
  }

  get places(): DevicePlace[] {
    return this.#first.map(({ place }) => place);
  }

  add(id: number, key: number | null): void {
    const rank = this.#rankOf(key);
    const idRank = id * this.#direction;
    if (this.#last !== null && !isBefore(rank, idRank, this.#last)) return;
    if (this.#after !== null && !isBehind(rank, idRank, this.#after)) return;
    let low = 0;
    let high = this.#first.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBehind(rank, idRank, this.#first[middle]!)) low = middle + 1;
      else high = middle;
    }
    this.#first.splice(low, 0, this.#ranked(id, key));
    if (this.#first.length > this.#limit) this.#first.pop();
    if (this.#first.length === this.#limit) this.#last = this.#first.at(-1)!;
  }

  #ranked(id: number, key: number | null): Ranked {
    return { rank: this.#rankOf(key), idRank: id * this.#direction, place: { id, key } };
  }

  #rankOf(key: number | null): number {
    return key === null ? Number.POSITIVE_INFINITY : key * this.#direction;
  }
}

function isBehind(rank: number, idRank: number, other: Ranked): boolean {
  return rank > other.rank || (rank === other.rank && idRank > other.idRank);
}

function isBefore(rank: number, idRank: number, other: Ranked): boolean {
  return rank < other.rank || (rank === other.rank && idRank < other.idRank);
}
