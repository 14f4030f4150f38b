/** Sensors whose newest timestamp is kept, at eight bytes each. Readings of other sensors count as late. */
const sensorsMax = 4_000_000;

/**
 * The newest timestamp of each sensor's accepted readings, as the device sent it. A reading with a later one cannot be
 * a repeat. The timestamp may be too late, as after a lost write, but never too early: if that is not certain, a sensor
 * is unknown until somebody has looked it up.
 *
 * Sensor ids are small numbers assigned in order, so they are indexes of an array. In years where a double is coarser
 * than a microsecond, different timestamps may compare as equal, but never as later.
 */
export class NewestTimestamps {
  readonly #sensorsMax: number;
  /** -1 for unknown sensors. */
  #newestUs = new Float64Array(0);
  /** Whether everything that sensors ever sent was seen, so that a sensor without a timestamp has sent none. */
  #isComplete = true;
  /** If not everything was seen: whether the sensor was looked up. */
  #isSeeded = new Uint8Array(0);

  constructor(max = sensorsMax) {
    this.#sensorsMax = max;
  }

  /** Returns whether the timestamp is the newest now. Hot: called once per accepted reading with a timestamp. */
  raise(sensorId: number, us: number): boolean {
    if (sensorId >= this.#newestUs.length && !this.#grow(sensorId)) return false;
    if (us <= this.#newestUs[sensorId]!) return false;
    this.#newestUs[sensorId] = us;
    return true;
  }

  /** Returns the newest timestamp that was seen here; -1 if none was. */
  of(sensorId: number): number {
    return sensorId < this.#newestUs.length ? this.#newestUs[sensorId]! : -1;
  }

  /** Returns whether no accepted reading of the sensor had this timestamp or a later one. */
  isPast(sensorId: number, us: number): boolean {
    if (sensorId >= this.#newestUs.length) return this.#isComplete && sensorId < this.#sensorsMax;
    return us > this.#newestUs[sensorId]! && (this.#isComplete || this.#isSeeded[sensorId] === 1);
  }

  /** Called when readings were accepted that are not known here. */
  missedSome(): void {
    this.#isComplete = false;
    this.#isSeeded.fill(0);
  }

  /** Records the result of a look-up: unseen readings of the sensor go up to this timestamp. */
  seed(sensorId: number, us: number): void {
    this.raise(sensorId, us);
    if (sensorId < this.#isSeeded.length) this.#isSeeded[sensorId] = 1;
  }

  #grow(sensorId: number): boolean {
    if (sensorId >= this.#sensorsMax) return false;
    const length = Math.min(this.#sensorsMax, Math.max(1024, 2 ** Math.ceil(Math.log2(sensorId + 1))));
    const newestUs = new Float64Array(length).fill(-1);
    newestUs.set(this.#newestUs);
    this.#newestUs = newestUs;
    const isSeeded = new Uint8Array(length);
    isSeeded.set(this.#isSeeded);
    this.#isSeeded = isSeeded;
    return true;
  }
}
