/** Sensors whose lifetimes are kept, at eight bytes each. Those of other sensors are extended every time. */
const sensorsMax = 4_000_000;
/** The key of a sensor's latest readings lives this much longer than they do. */
export const lifetimeSlack = 1.25;

/**
 * Until when the keys of sensors' latest readings live in Redis, as far as this node has seen to it. A key's lifetime
 * is extended only if it ends too early for the newest reading, because that costs Redis a command.
 */
export class LatestLifetimes {
  /** By sensor id: small numbers assigned in order. */
  #untilMs = new Float64Array(0);

  /** Returns whether the lifetime of the key must be extended for a reading that is kept for `keptMs`. */
  extend(sensorId: number, arrivalMs: number, keptMs: number): boolean {
    if (sensorId >= sensorsMax) return true;
    if (sensorId >= this.#untilMs.length) this.#grow(sensorId);
    if (this.#untilMs[sensorId]! >= arrivalMs + keptMs) return false;
    this.#untilMs[sensorId] = arrivalMs + lifetimeSlack * keptMs;
    return true;
  }

  /** Called when Redis may not have extended all lifetimes. */
  clear(): void {
    this.#untilMs.fill(0);
  }

  #grow(sensorId: number): void {
    const grown = new Float64Array(Math.min(sensorsMax, Math.max(1024, 2 * (sensorId + 1))));
    grown.set(this.#untilMs);
    this.#untilMs = grown;
  }
}
