import {
  atCell,
  cellsPerReading,
  chunkReadingsMax,
  deviceMicrosCell,
  deviceSecondsCell,
  firstOwnCell,
  receivedCell,
  SavedChunk,
  secondOwnCell,
  sensorCell,
  valueCell,
} from "../saved-readings.ts";

/** Readings held at most. */
export const gatheredMax = chunkReadingsMax;

export const deviceOffsetCell = firstOwnCell;
export const kindCell = secondOwnCell;

/** What the kind cell says: whether a block can hold the reading, and then whether the device sent a time. */
export const rowOnly = 0;
export const withoutDeviceTime = 1;
export const withDeviceTime = 2;

/**
 * Readings of a batch while they are written. They lie by sensor in the file, but arrive as devices send them: gathered,
 * they can be written sensor by sensor.
 */
export class GatheredReadings {
  #chunk = new SavedChunk();
  readonly #order = new Uint32Array(gatheredMax);
  readonly #sortKeys = new Float64Array(gatheredMax);

  get cells(): Float64Array {
    return this.#chunk.cells;
  }

  get metadata(): readonly string[] {
    return this.#chunk.metadata;
  }

  /** The place of each among all that the batch saves. */
  get places(): Uint32Array {
    return this.#chunk.places;
  }

  get count(): number {
    return this.#chunk.count;
  }

  /** Takes the readings of a chunk, and returns their numbers: those of a sensor together and within it as they came. */
  take(chunk: SavedChunk): Uint32Array {
    this.#chunk = chunk;
    const { cells, metadata, count } = chunk;
    const order = this.#order;
    let areInOrder = true;
    let before = 0;
    for (let reading = 0; reading < count; reading++) {
      const cell = reading * cellsPerReading;
      derive(cells, cell, metadata[reading]!);
      const sensorId = cells[cell + sensorCell]!;
      if (sensorId < before) areInOrder = false;
      before = sensorId;
      order[reading] = reading;
    }
    if (!areInOrder) this.#sortBySensor();
    return order;
  }

  #sortBySensor(): void {
    const { cells, count } = this.#chunk;
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
}

/** Whether a block can hold the reading, and how far the device's time is from it. Doing so again changes nothing. */
function derive(cells: Float64Array, cell: number, metadata: string): void {
  const atUs = cells[cell + atCell]!;
  const value = cells[cell + valueCell]!;
  const deviceSeconds = cells[cell + deviceSecondsCell]!;
  const hasDeviceTime = deviceSeconds >= 0;
  const deviceUs = hasDeviceTime ? deviceSeconds * 1e6 + cells[cell + deviceMicrosCell]! : atUs;
  const fitsBlock =
    metadata === "" &&
    !Number.isNaN(value) &&
    isExactTime(atUs) &&
    isExactTime(cells[cell + receivedCell]!) &&
    isExactTime(deviceUs);
  // Adding zero makes 0 of -0, which is the same value to SQLite and must be the same in a block.
  cells[cell + valueCell] = value + 0;
  cells[cell + deviceOffsetCell] = deviceUs - atUs;
  cells[cell + kindCell] = !fitsBlock ? rowOnly : hasDeviceTime ? withDeviceTime : withoutDeviceTime;
}

/** A whole microsecond from 1970 to what a double holds exactly. */
export function isExactTime(us: number): boolean {
  return us >= 0 && us <= Number.MAX_SAFE_INTEGER && Math.floor(us) === us;
}
