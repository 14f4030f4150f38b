/** Sensors whose newest timestamp is kept, at eight bytes each. Readings of others count as late. */
const sensorsMax = 4_000_000;

/**
 * The newest timestamp that each sensor's accepted readings had, as the device sent it. A reading with a later one cannot
 * be a repeat. It may claim too much, as after a write that was lost, never too little: where it cannot be sure of
 * that, a sensor is unknown until somebody who has looked says otherwise.
 *
 * Sensor ids are small numbers given in order, so they are places in an array. Years in which a double is coarser than a
 * microsecond only make timestamps equal that are not, never later.
 */
export class NewestTimestamps {
  readonly #sensorsMax: number;
  /** Of sensors that nothing is known of: -1. */
  #newestUs = new Float64Array(0);
  /** Whether everything was seen that sensors have ever sent, so that one without a timestamp has none. */
  #isComplete = true;
  /** Where it was not: whether somebody has looked, by sensor. */
  #isSeeded = new Uint8Array(0);

  constructor(max = sensorsMax) {
    this.#sensorsMax = max;
  }

  /** Hot: once per accepted reading with a timestamp. */
  raise(sensorId: number, us: number): void {
    if (sensorId >= this.#newestUs.length && !this.#grow(sensorId)) return;
    if (us > this.#newestUs[sensorId]!) this.#newestUs[sensorId] = us;
  }

  /** Whether no accepted reading of the sensor had this timestamp or a later one. */
  isPast(sensorId: number, us: number): boolean {
    if (sensorId >= this.#newestUs.length) return this.#isComplete && sensorId < this.#sensorsMax;
    return us > this.#newestUs[sensorId]! && (this.#isComplete || this.#isSeeded[sensorId] === 1);
  }

  /** Readings were accepted that it has not seen. */
  missedSome(): void {
    this.#isComplete = false;
    this.#isSeeded.fill(0);
  }

  /** Somebody has looked: what it has not seen of the sensor goes up to this timestamp. */
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
