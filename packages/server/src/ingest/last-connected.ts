/** Devices seen since they were last collected, with the time of their last authenticated request. */
export type Connections = [deviceId: number, lastConnectedMs: number][];

const firstRoom = 1024;

/**
 * Records when devices connected. The times stay in memory until they are collected, because devices are not promised that they
 * are kept.
 *
 * A collection continues after the id where the last one ended, and starts again at the lowest id after the highest. So devices
 * that are written together are neighbours in the store: a thousand of 100,000 devices lie in 7 pages, whereas in order of
 * arrival they would lie in all 700. No device waits longer than one round.
 */
export class LastConnected {
  /** Device ids are small numbers assigned in order, so they are indexes of an array. 0 if there is nothing to collect. */
  #seenMs = new Float64Array(firstRoom);
  #waiting = 0;
  /** Where the next collection begins. */
  #next = 0;

  /** Hot: called once per request. */
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
