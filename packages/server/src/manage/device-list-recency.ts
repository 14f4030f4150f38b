import type { DevicePlace, SortOrder } from "./device-list-order.ts";

export interface RecencyOrder {
  readonly order: SortOrder;
  readonly after: DevicePlace | null;
  readonly limit: number;
}

/**
 * The first devices by when they last connected, gathered out of any number: one that does not make it among them costs a
 * comparison or two. Those that never connected come last in either order.
 */
export class FirstByLastConnected {
  readonly places: DevicePlace[] = [];
  readonly #order: RecencyOrder;

  constructor(order: RecencyOrder) {
    this.#order = order;
  }

  add(id: number, key: number | null): void {
    const { after, limit } = this.#order;
    const { places } = this;
    if (after !== null && !this.#isBehind(id, key, after)) return;
    if (places.length >= limit && this.#isBehind(id, key, places.at(-1)!)) return;
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#isBehind(id, key, places[middle]!)) low = middle + 1;
      else high = middle;
    }
    places.splice(low, 0, { id, key });
    if (places.length > limit) places.pop();
  }

  #isBehind(id: number, key: number | null, place: DevicePlace): boolean {
    const isForward = this.#order.order === "asc";
    if (key === place.key) return isForward ? id > place.id : id < place.id;
    if (key === null) return true;
    if (place.key === null) return false;
    return isForward ? key > Number(place.key) : key < Number(place.key);
  }
}
