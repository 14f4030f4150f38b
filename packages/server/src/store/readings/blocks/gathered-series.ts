import { atCell, cellsPerReading, receivedCell, valueCell } from "../saved-readings.ts";
import {
  deviceOffsetCell,
  type GatheredReadings,
  gatheredMax,
  kindCell,
  rowOnly,
  withDeviceTime,
} from "./gathered-readings.ts";
import type { ReadingSeries } from "./reading-series.ts";

/** The gathered readings of one sensor as a series. The columns are reused for the next sensor. */
export class GatheredSeries implements ReadingSeries {
  count = 0;
  readonly atUs = new Float64Array(gatheredMax);
  readonly values = new Float64Array(gatheredMax);
  readonly receivedUs = new Float64Array(gatheredMax);
  deviceOffsetsUs: Float64Array | null = null;
  /** The index of each reading among the gathered ones. */
  readonly numbers = new Uint32Array(gatheredMax);
  /** Indexes of readings outside the series: they have metadata, or a time that a series cannot hold. */
  readonly others = new Uint32Array(gatheredMax);
  otherCount = 0;
  /** Indexes of readings that repeat the time and value of an earlier one. */
  readonly repeats = new Uint32Array(gatheredMax);
  repeatCount = 0;
  readonly #offsetsUs = new Float64Array(gatheredMax);

  /**
   * Takes the readings whose indexes are in this part of `order`, and sorts that part by time. Of readings with the
   * same time and value only the first stays. Either all readings in the series have a device's time or none has, as
   * with the first of them.
   */
  take(gathered: GatheredReadings, order: Uint32Array, from: number, to: number): void {
    const { cells } = gathered;
    const { atUs, values, receivedUs, numbers, others, repeats } = this;
    const offsetsUs = this.#offsetsUs;
    sortByTime(cells, order, from, to);
    let kind = rowOnly;
    let count = 0;
    let otherCount = 0;
    let repeatCount = 0;
    let beforeUs = Number.NaN;
    let before = Number.NaN;
    for (let nth = from; nth < to; nth++) {
      const number = order[nth]!;
      const cell = number * cellsPerReading;
      const at = cells[cell + atCell]!;
      const value = cells[cell + valueCell]!;
      if (at === beforeUs && value === before) {
        repeats[repeatCount++] = number;
        continue;
      }
      beforeUs = at;
      before = value;
      if (count === 0) kind = cells[cell + kindCell]!;
      if (kind === rowOnly || cells[cell + kindCell] !== kind) {
        others[otherCount++] = number;
        continue;
      }
      atUs[count] = at;
      values[count] = value;
      receivedUs[count] = cells[cell + receivedCell]!;
      offsetsUs[count] = cells[cell + deviceOffsetCell]!;
      numbers[count] = number;
      count++;
    }
    this.count = count;
    this.otherCount = otherCount;
    this.repeatCount = repeatCount;
    this.deviceOffsetsUs = kind === withDeviceTime ? offsetsUs : null;
  }
}

/** Sorts by time, then value, then arrival. Most devices send in order of time, so usually nothing moves. */
export function sortByTime(cells: Float64Array, order: Uint32Array, from: number, to: number): void {
  if (isInOrder(cells, order, from, to)) return;
  order.subarray(from, to).sort((left, right) => {
    const leftCell = left * cellsPerReading;
    const rightCell = right * cellsPerReading;
    return (
      cells[leftCell + atCell]! - cells[rightCell + atCell]! ||
      cells[leftCell + valueCell]! - cells[rightCell + valueCell]! ||
      left - right
    );
  });
}

function isInOrder(cells: Float64Array, order: Uint32Array, from: number, to: number): boolean {
  let beforeUs = Number.NEGATIVE_INFINITY;
  let before = Number.NEGATIVE_INFINITY;
  for (let nth = from; nth < to; nth++) {
    const cell = order[nth]! * cellsPerReading;
    const at = cells[cell + atCell]!;
    const value = cells[cell + valueCell]!;
    if (at < beforeUs || (at === beforeUs && value < before)) return false;
    beforeUs = at;
    before = value;
  }
  return true;
}
