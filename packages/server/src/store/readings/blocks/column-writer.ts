import {
  columnHeadBytes,
  compressedDistances,
  compressedSteps,
  dataBytes,
  inBytes,
  inDoubles,
  inFrames,
  inHalves,
  inRuns,
  inWords,
  padded,
  runBytes,
  same,
} from "./column-forms.ts";
import { compressDistances, compressSteps } from "./compressed-numbers.ts";
import { frameWords, writeFrames } from "./number-frames.ts";

/**
 * Writes and reads columns of numbers in few bytes, as docs/block-format.md describes, aligned so that both sides can
 * use typed arrays.
 *
 * Whole numbers are written as their distance from the smallest, in as many bytes as the largest distance needs.
 * Numbers that seldom change are written as runs: every length, then every number. The base is the smallest number, or
 * the only one. Where space matters more than time, whole numbers are written in frames (see number-frames.ts) or with zstd
 * (see compressed-numbers.ts).
 */
/** Returns the maximum number of bytes that a column of `count` numbers takes. */
export function columnBytesMax(count: number): number {
  return columnHeadBytes + padded(count * inDoubles);
}

/** Writes columns one after the other into one buffer. The buffer is reused: `bytes` is valid until the next `begin`. */
export class ColumnWriter {
  readonly doubles: Float64Array;
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  readonly #halves: Uint16Array;
  #end = 0;
  #mayCompress = false;

  constructor(bytesMax: number) {
    const buffer = new ArrayBuffer(padded(bytesMax));
    this.doubles = new Float64Array(buffer);
    this.words = new Uint32Array(buffer);
    this.bytes = new Uint8Array(buffer);
    this.#halves = new Uint16Array(buffer);
  }

  /** Leaves room for a head, which the caller fills. With `mayCompress`, columns are compressed where that saves space. */
  begin(headBytes: number, mayCompress = false): void {
    this.#end = headBytes;
    this.#mayCompress = mayCompress;
  }

  finish(): Uint8Array {
    return this.bytes.subarray(0, this.#end);
  }

  /**
   * Writes the first `count` numbers. `areWhole` promises that they are whole numbers that a double holds exactly.
   * `dense` takes more time to write and read, and less space.
   */
  write(numbers: Float64Array, count: number, areWhole: boolean, dense = false): void {
    let smallest = count === 0 ? 0 : numbers[0]!;
    let largest = smallest;
    let before = smallest;
    let runs = 1;
    for (let nth = 1; nth < count; nth++) {
      const number = numbers[nth]!;
      if (number !== before) runs++;
      before = number;
      if (number < smallest) smallest = number;
      if (number > largest) largest = number;
    }
    let form = areWhole ? bytesFor(largest - smallest) : inDoubles;
    if (runs === 1) form = same;
    else if (runs * runBytes < count * form) form = inRuns;
    const framesBytes =
      dense && areWhole ? frameWords(numbers, count, smallest) * 4 : Number.POSITIVE_INFINITY;
    if (form !== same && framesBytes < dataBytes(form, count, runs)) form = inFrames;
    const start = this.#end;
    if (this.#mayCompress && areWhole && form !== same) {
      const bytesMax = form === inFrames ? framesBytes : dataBytes(form, count, runs);
      if (this.#compress(start, numbers, count, smallest, bytesMax)) return;
    }
    this.words[start >>> 2] = form;
    this.words[(start >>> 2) + 1] = form === inRuns ? runs : 0;
    this.doubles[(start >>> 3) + 1] = smallest;
    const data = start + columnHeadBytes;
    if (form === inBytes) writeBytes(this.bytes, data, numbers, count, smallest);
    else if (form === inHalves) writeHalves(this.#halves, data >>> 1, numbers, count, smallest);
    else if (form === inWords) writeWords(this.words, data >>> 2, numbers, count, smallest);
    else if (form === inDoubles) this.doubles.set(numbers.subarray(0, count), data >>> 3);
    else if (form === inRuns) this.#writeRuns(data, numbers, count, runs);
    else if (form === inFrames) writeFrames(this.words, data >>> 2, numbers, count, smallest);
    const end = data + (form === inFrames ? framesBytes : dataBytes(form, count, runs));
    this.#end = padded(end);
    this.bytes.fill(0, end, this.#end);
  }

  /** Returns false if that would take `bytesMax` or more. */
  #compress(
    start: number,
    numbers: Float64Array,
    count: number,
    smallest: number,
    bytesMax: number,
  ): boolean {
    const distances = compressDistances(numbers, count, smallest);
    const steps = compressSteps(numbers, count);
    const haveSteps = steps !== null && (distances === null || steps.length < distances.length);
    const bytes = haveSteps ? steps : distances;
    if (bytes === null || bytes.length >= bytesMax) return false;
    this.words[start >>> 2] = haveSteps ? compressedSteps : compressedDistances;
    this.words[(start >>> 2) + 1] = bytes.length;
    this.doubles[(start >>> 3) + 1] = haveSteps ? numbers[0]! : smallest;
    const end = start + columnHeadBytes + bytes.length;
    this.bytes.set(bytes, start + columnHeadBytes);
    this.#end = padded(end);
    this.bytes.fill(0, end, this.#end);
    return true;
  }

  /** The lengths come before the numbers, because the numbers must be aligned. */
  #writeRuns(data: number, numbers: Float64Array, count: number, runs: number): void {
    const { words, doubles } = this;
    let length = data >>> 2;
    let number = (data + padded(runs * 4)) >>> 3;
    let start = 0;
    for (let nth = 1; nth <= count; nth++) {
      if (nth < count && numbers[nth] === numbers[start]) continue;
      words[length++] = nth - start;
      doubles[number++] = numbers[start]!;
      start = nth;
    }
    if (runs % 2 === 1) words[length] = 0;
  }
}

/** The three functions below are the same, because one loop over several kinds of arrays takes 40 ns more per number. */
function writeBytes(
  target: Uint8Array,
  start: number,
  numbers: Float64Array,
  count: number,
  base: number,
): void {
  for (let nth = 0; nth < count; nth++) target[start + nth] = numbers[nth]! - base;
}

function writeHalves(
  target: Uint16Array,
  start: number,
  numbers: Float64Array,
  count: number,
  base: number,
): void {
  for (let nth = 0; nth < count; nth++) target[start + nth] = numbers[nth]! - base;
}

function writeWords(
  target: Uint32Array,
  start: number,
  numbers: Float64Array,
  count: number,
  base: number,
): void {
  for (let nth = 0; nth < count; nth++) target[start + nth] = numbers[nth]! - base;
}

function bytesFor(distance: number): number {
  if (distance < 2 ** 8) return inBytes;
  if (distance < 2 ** 16) return inHalves;
  return distance < 2 ** 32 ? inWords : inDoubles;
}
