/** The length of a stretch. The buffer of a device mostly lies in few of them. */
const stretchSeconds = 1024;

/**
 * Says in which stretches of time the table of identities has no reading of a sensor. It counts the readings in each, so
 * that a buffer which lies where there are none need not be searched for: that took 90 ns a reading, half of all the work
 * of remembering late ones.
 *
 * Stretches share counters by their hashes, so one without readings may look as if it had some, but never the other way
 * round.
 */
export class TableTimes {
  readonly #counts: Uint32Array;

  /** `slots` is how many readings the table can have. */
  constructor(slots: number) {
    this.#counts = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(8, slots) / 8)));
  }

  add(sensorId: number, seconds: number): void {
    this.#counts[this.#cellOf(sensorId, seconds)]!++;
  }

  remove(sensorId: number, seconds: number): void {
    this.#counts[this.#cellOf(sensorId, seconds)]!--;
  }

  /** Returns the end of the stretch around `seconds` if the table has no reading of the sensor in it; otherwise 0. */
  emptyUntil(sensorId: number, seconds: number): number {
    if (this.#counts[this.#cellOf(sensorId, seconds)] !== 0) return 0;
    return (Math.floor(seconds / stretchSeconds) + 1) * stretchSeconds;
  }

  #cellOf(sensorId: number, seconds: number): number {
    const mixed =
      Math.imul(sensorId, 0x9e3779b1) ^ Math.imul(Math.floor(seconds / stretchSeconds), 0x85ebca6b);
    return (Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 8) & (this.#counts.length - 1);
  }
}
