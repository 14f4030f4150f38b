/** Readings held at most. A power of two: the sort key holds a reading's number in its low bits. */
export const gatheredMax = 32_768;

/** What is held of one reading side by side, as doubles: a cache line. The device's seconds are -1 where it sent none. */
export const sensorCell = 0;
export const atCell = 1;
export const valueCell = 2;
export const receivedCell = 3;
export const deviceSecondsCell = 4;
export const deviceMicrosCell = 5;
export const deviceOffsetCell = 6;
export const kindCell = 7;
export const cellsPerReading = 8;

/** What the kind cell says: whether a block can hold the reading, and then whether the device sent a time. */
export const rowOnly = 0;
export const withoutDeviceTime = 1;
export const withDeviceTime = 2;

/**
 * Readings of a batch before they are written. They lie by sensor in the file, but arrive as devices send them: gathered,
 * they can be written sensor by sensor. No object is made for a reading; it is known by its number, in order of arrival.
 */
export class GatheredReadings {
  readonly cells = new Float64Array(gatheredMax * cellsPerReading);
  /** JSON text, "" for none. */
  readonly metadata: string[] = new Array(gatheredMax).fill("");
  count = 0;
  readonly #order = new Uint32Array(gatheredMax);
  readonly #sortKeys = new Float64Array(gatheredMax);

  add(
    sensorId: number,
    atUs: number,
    value: number,
    receivedUs: number,
    deviceSeconds: number,
    deviceMicros: number,
    metadata: string,
  ): void {
    const { cells } = this;
    const reading = this.count++;
    const cell = reading * cellsPerReading;
    const hasDeviceTime = deviceSeconds >= 0;
    const deviceUs = hasDeviceTime ? deviceSeconds * 1e6 + deviceMicros : atUs;
    const fitsBlock =
      metadata === "" &&
      !Number.isNaN(value) &&
      isExactTime(atUs) &&
      isExactTime(receivedUs) &&
      isExactTime(deviceUs);
    cells[cell + sensorCell] = sensorId;
    cells[cell + atCell] = atUs;
    // Adding zero makes 0 of -0, which is the same value to SQLite and must be the same in a block.
    cells[cell + valueCell] = value + 0;
    cells[cell + receivedCell] = receivedUs;
    cells[cell + deviceSecondsCell] = deviceSeconds;
    cells[cell + deviceMicrosCell] = deviceMicros;
    cells[cell + deviceOffsetCell] = deviceUs - atUs;
    cells[cell + kindCell] = !fitsBlock ? rowOnly : hasDeviceTime ? withDeviceTime : withoutDeviceTime;
    this.metadata[reading] = metadata;
  }

  /** The numbers of all readings, those of a sensor together and within it as they came. Good until the next call. */
  bySensor(): Uint32Array {
    const { cells, count } = this;
    const order = this.#order;
    let areInOrder = true;
    let before = 0;
    for (let reading = 0; reading < count; reading++) {
      const sensorId = cells[reading * cellsPerReading + sensorCell]!;
      if (sensorId < before) areInOrder = false;
      before = sensorId;
      order[reading] = reading;
    }
    if (!areInOrder) this.#sortBySensor();
    return order;
  }

  #sortBySensor(): void {
    const { cells, count } = this;
    const order = this.#order;
    const keys = this.#sortKeys.subarray(0, count);
    for (let reading = 0; reading < count; reading++) {
      keys[reading] = cells[reading * cellsPerReading + sensorCell]! * gatheredMax + reading;
    }
    keys.sort();
    for (let nth = 0; nth < count; nth++) {
      const key = keys[nth]!;
      order[nth] = key - Math.floor(key / gatheredMax) * gatheredMax;
    }
  }

  clear(): void {
    this.count = 0;
  }
}

/** A whole microsecond from 1970 to what a double holds exactly. */
function isExactTime(us: number): boolean {
  return us >= 0 && us <= Number.MAX_SAFE_INTEGER && Math.floor(us) === us;
}
