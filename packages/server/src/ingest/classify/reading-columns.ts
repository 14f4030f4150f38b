import { type DropReason, dropReasons } from "@weir/protocol/drop-reasons";

/** A drop reason as a small number for the hot path: its index in the table, counted from 1; 0 means not dropped. */
export type DropCode = number;
export const kept: DropCode = 0;
/**
 * Dropped as `dropped_invalid_timestamp`, because the clock correction moved a well-formed timestamp out of the valid years. A
 * separate code distinguishes it from an entry whose timestamp could not be read.
 */
export const movedOutOfRange: DropCode = 254;

export function dropCode(key: DropReason): DropCode {
  return dropReasons.findIndex((reason) => reason.key === key) + 1;
}

/** Marks a sensor identifier that matched nothing. Sensor ids start at 1. */
export const unmatchedSensor = 0;

/**
 * The parsed entries of a request, to be packed: one row per entry, in columns that the next request reuses. Rows are valid
 * until then, and only up to `count`.
 */
export class ReadingColumns {
  count = 0;
  /** The sensor of all rows, if all are kept and have a timestamp and no metadata; otherwise `unmatchedSensor`. */
  plainSensorId = unmatchedSensor;
  drops = new Uint8Array(0);
  sensorIds = new Uint32Array(0);
  values = new Float64Array(0);
  seconds = new Float64Array(0);
  micros = new Uint32Array(0);
  /** The other keys of the entry as JSON text; "" if there are none. */
  metadata: string[] = [];
  /** The sensor's name in the body, for rows that matched no sensor. */
  identifiers: string[] = [];

  /** Rows below this index may hold the metadata of this request or the one before. */
  #heldRows = 0;

  reset(count: number): void {
    this.count = count;
    this.plainSensorId = unmatchedSensor;
    // Metadata is a part of its body's text and would keep the whole text in memory.
    for (let row = count; row < this.#heldRows; row++) this.metadata[row] = "";
    this.#heldRows = count;
    if (count <= this.drops.length) return;
    this.drops = new Uint8Array(count);
    this.sensorIds = new Uint32Array(count);
    this.values = new Float64Array(count);
    this.seconds = new Float64Array(count);
    this.micros = new Uint32Array(count);
    this.metadata = new Array<string>(count).fill("");
    this.identifiers = new Array<string>(count).fill("");
  }
}
