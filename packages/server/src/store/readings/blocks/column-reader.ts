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
  same,
} from "./column-forms.ts";
import { readCompressedDistances, readCompressedSteps, sumCompressedSteps } from "./compressed-numbers.ts";
import { lastOfFrames, readFrames, wordsOfFrames } from "./number-frames.ts";
import { ListedValues, type SummedValues } from "./summed-values.ts";

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

  /** Like `read`, if only sums are needed. The values are valid until another column is read into `numbers`, or for sums. */
  readForSums(count: number, numbers: Float64Array<ArrayBuffer>): SummedValues {
    const start = this.#end;
    if (this.words[start >>> 2] !== compressedSteps) return new ListedValues(this.read(count, numbers));
    const data = start + columnHeadBytes;
    this.#end = endOfColumn(this.#view, start, count);
    const bytes = this.bytes.subarray(data, data + this.words[(start >>> 2) + 1]!);
    return sumCompressedSteps(bytes, count, this.doubles[(start >>> 3) + 1]!);
  }

  /** Returns the number that the next column consists of. Returns null and reads nothing if its numbers differ. */
  readSame(): number | null {
    const start = this.#end;
    if (this.words[start >>> 2] !== same) return null;
    this.#end = start + columnHeadBytes;
    return this.doubles[(start >>> 3) + 1]!;
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

function readDistances(
  source: Uint8Array | Uint16Array | Uint32Array,
  start: number,
  numbers: Float64Array,
  count: number,
  base: number,
): void {
  for (let nth = 0; nth < count; nth++) numbers[nth] = base + source[start + nth]!;
}
