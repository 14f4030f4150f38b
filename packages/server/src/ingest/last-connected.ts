/** Devices seen since they were last collected, with the time of their last authenticated request. */
export type Connections = [deviceId: number, lastConnectedMs: number][];

const firstRoom = 1024;

/**
 * Records when devices connected. It stays in memory until collected, because devices are not promised that it is kept.
 *
 * A collection goes on where the last one ended, in the order of ids, and begins again at the lowest behind the highest. So
 * those that are written together are neighbours in the store: a thousand of 100,000 devices lie in 7 pages of it, where
 * those that were seen first lie in all 700. Nobody waits for longer than one round.
 */
export class LastConnected {
  /** Device ids are small numbers given in order, so they are places in an array. 0 where nothing is to be collected. */
  #seenMs = new Float64Array(firstRoom);
  #waiting = 0;
  /** Where the next collection begins. */
  #next = 0;

  /** Hot: once per request. */
  note(deviceId: number, nowMs: number): void {
    if (deviceId >= this.#seenMs.length) this.#grow(deviceId);
    if (this.#seenMs[deviceId] === 0) this.#waiting++;
    this.#seenMs[deviceId] = nowMs;
  }

  collect(max = Number.POSITIVE_INFINITY): Connections {
    const seenMs = this.#seenMs;
    const count = Math.min(max, this.#waiting);
    const collected: Connections = [];
    for (let id = this.#next; collected.length < count; this.#next = id) {
      if (seenMs[id] !== 0) collected.push([id, seenMs[id]!]);
      seenMs[id] = 0;
      id = (id + 1) % seenMs.length;
    }
    this.#waiting -= count;
    return collected;
  }

  #grow(deviceId: number): void {
    const seenMs = new Float64Array(2 ** Math.ceil(Math.log2(deviceId + 1)));
    seenMs.set(this.#seenMs);
    this.#seenMs = seenMs;
  }
}
