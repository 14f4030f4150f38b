import {
  compressDistances,
  compressSteps,
  readCompressedDistances,
  readCompressedSteps,
} from "./compressed-numbers.ts";
import { frameWords, lastOfFrames, readFrames, wordsOfFrames, writeFrames } from "./number-frames.ts";

/**
 * Writes and reads columns of numbers in few bytes, as docs/block-format.md describes, aligned so that both sides can
 * use typed arrays.
 *
 * Whole numbers are written as their distance from the smallest, in as many bytes as the largest distance needs.
 * Numbers that seldom change are written as runs: every length, then every number. The base is the smallest number, or
 * the only one. Where space matters more than time, whole numbers are written in frames (see number-frames.ts) or with zstd
 * (see compressed-numbers.ts).
 */
const columnHeadBytes = 16;

/** The form is the number of bytes per number. Runs have a form of their own. */
const same = 0;
const inBytes = 1;
const inHalves = 2;
const inWords = 4;
const inDoubles = 8;
const inRuns = 16;
const inFrames = 32;
const compressedDistances = 64;
const compressedSteps = 65;

/** A run takes a 32-bit word for its length and a double for its number. */
const runBytes = 12;

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

/** Reads the columns that a ColumnWriter wrote, in the same order. */
export class ColumnReader {
  readonly doubles: Float64Array;
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  readonly #halves: Uint16Array;
  readonly #view: DataView;
  #end: number;

  constructor(data: Uint8Array, headBytes: number) {
    const bytes = data.byteOffset % 8 === 0 ? data : data.slice();
    const { buffer, byteOffset, length } = bytes;
    this.bytes = bytes;
    this.#halves = new Uint16Array(buffer, byteOffset, length >>> 1);
    this.words = new Uint32Array(buffer, byteOffset, length >>> 2);
    this.doubles = new Float64Array(buffer, byteOffset, length >>> 3);
    this.#view = new DataView(buffer, byteOffset, length);
    this.#end = headBytes;
  }

  /** Returns the next column. Its numbers are in `numbers`, if that is given, so that it can be reused. */
  read(count: number, numbers = new Float64Array(count)): Float64Array {
    const start = this.#end;
    const form = this.words[start >>> 2]!;
    const runs = this.words[(start >>> 2) + 1]!;
    const base = this.doubles[(start >>> 3) + 1]!;
    const data = start + columnHeadBytes;
    this.#end = endOfColumn(this.#view, start, count);
    if (form === inFrames) readFrames(this.words, data >>> 2, numbers, count, base);
    else if (form === inBytes) readDistances(this.bytes, data, numbers, count, base);
    else if (form === inHalves) readDistances(this.#halves, data >>> 1, numbers, count, base);
    else if (form === inWords) readDistances(this.words, data >>> 2, numbers, count, base);
    else if (form === inDoubles) numbers.set(this.doubles.subarray(data >>> 3, (data >>> 3) + count));
    else if (form === inRuns) this.#readRuns(data, numbers, runs);
    else if (form === compressedDistances)
      readCompressedDistances(this.bytes.subarray(data, data + runs), numbers, count, base);
    else if (form === compressedSteps)
      readCompressedSteps(this.bytes.subarray(data, data + runs), numbers, count, base);
    else numbers.fill(base, 0, count);
    return numbers;
  }

  #readRuns(data: number, numbers: Float64Array, runs: number): void {
    const length = data >>> 2;
    const number = (data + padded(runs * 4)) >>> 3;
    let end = 0;
    for (let run = 0; run < runs; run++) {
      const start = end;
      end += this.words[length + run]!;
      numbers.fill(this.doubles[number + run]!, start, end);
    }
  }
}

/** Reads the last number of the column of `count` numbers at the offset, without reading the others. */
export function lastOfColumn(view: DataView, start: number, count: number): number {
  const form = view.getUint32(start, true);
  const base = view.getFloat64(start + 8, true);
  const data = start + columnHeadBytes;
  const last = data + form * (count - 1);
  if (form === inBytes) return base + view.getUint8(last);
  if (form === inHalves) return base + view.getUint16(last, true);
  if (form === inWords) return base + view.getUint32(last, true);
  if (form === inDoubles) return view.getFloat64(last, true);
  if (form === inFrames) return lastOfFrames(view, data, count, base);
  if (form === compressedDistances || form === compressedSteps) {
    const bytes = new Uint8Array(view.buffer, view.byteOffset + data, view.getUint32(start + 4, true));
    const numbers = new Float64Array(count);
    const read = form === compressedSteps ? readCompressedSteps : readCompressedDistances;
    read(bytes, numbers, count, base);
    return numbers[count - 1]!;
  }
  if (form !== inRuns) return base;
  const runs = view.getUint32(start + 4, true);
  return view.getFloat64(data + padded(runs * 4) + (runs - 1) * inDoubles, true);
}

/** Returns where the column after this one begins. */
export function endOfColumn(view: DataView, start: number, count: number): number {
  const form = view.getUint32(start, true);
  const data = start + columnHeadBytes;
  if (form === inFrames) return padded(data + wordsOfFrames(view, data, count) * 4);
  return padded(data + dataBytes(form, count, view.getUint32(start + 4, true)));
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

function readDistances(
  source: Uint8Array | Uint16Array | Uint32Array,
  start: number,
  numbers: Float64Array,
  count: number,
  base: number,
): void {
  for (let nth = 0; nth < count; nth++) numbers[nth] = base + source[start + nth]!;
}

function bytesFor(distance: number): number {
  if (distance < 2 ** 8) return inBytes;
  if (distance < 2 ** 16) return inHalves;
  return distance < 2 ** 32 ? inWords : inDoubles;
}

/** `runs` is the number of bytes if the column is compressed. */
function dataBytes(form: number, count: number, runs: number): number {
  if (form === compressedDistances || form === compressedSteps) return runs;
  return form === inRuns ? padded(runs * 4) + runs * inDoubles : form * count;
}

function padded(bytes: number): number {
  return (bytes + 7) & ~7;
}
