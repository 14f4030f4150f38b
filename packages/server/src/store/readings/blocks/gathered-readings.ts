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

/** Maximum number of readings held at once. */
export const gatheredMax = chunkReadingsMax;

export const deviceOffsetCell = firstOwnCell;
export const kindCell = secondOwnCell;

/** Values of the kind cell: whether a block can hold the reading, and if so, whether the device sent a time. */
export const rowOnly = 0;
const withoutDeviceTime = 1;
export const withDeviceTime = 2;

/**
 * Sorts readings of a batch by sensor before they are written. They lie by sensor in the file, but arrive in the order
 * in which devices send them.
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

  /** The place of each reading among all that the batch saves. */
  get places(): Uint32Array {
    return this.#chunk.places;
  }

  /** Takes the readings of a chunk. Returns their indexes grouped by sensor, and within a sensor in order of arrival. */
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

/** Sets whether a block can hold the reading, and how far the device's time is from it. Repeating this changes nothing. */
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
  // Adding zero turns -0 into 0, which SQLite treats as equal, so a block must too.
  cells[cell + valueCell] = value + 0;
  cells[cell + deviceOffsetCell] = deviceUs - atUs;
  cells[cell + kindCell] = !fitsBlock ? rowOnly : hasDeviceTime ? withDeviceTime : withoutDeviceTime;
}

/** Returns whether the time is a whole microsecond from 1970 on that a double holds exactly. */
export function isExactTime(us: number): boolean {
  return us >= 0 && us <= Number.MAX_SAFE_INTEGER && Math.floor(us) === us;
}
