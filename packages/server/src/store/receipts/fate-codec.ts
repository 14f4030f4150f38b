import { numbersPerBlock } from "../../queue/request-number.ts";
import type { BatchFates, FateEnd, FateRun } from "./reading-fates.ts";
import type { ReadingFates, StoredFates } from "./record.ts";

/** Packed fates of requests of one boot, whose numbers lie close together. */
export type PackedFates = Pick<StoredFates, "firstNumber" | "ends" | "runs">;

/** A run has at most four numbers below 2 ** 32 and a letter id below 2 ** 53, so it never takes more bytes than this. */
const runBytesMax = 4 * 5 + 8;
/** Stands for an unknown letter. */
const noLetter = 0;

/**
 * Packs fates into runs, sorted by request. A run is a sequence of variable-length numbers: the distance to the
 * previous request, the first reading, the number of readings, the end, and for dead readings the letter. A request of
 * one reading takes four bytes. Only the ends that occur are written, as short JSON.
 */
export function packFates(runs: readonly FateRun[], ends: readonly FateEnd[]): PackedFates {
  const writer = new NumberWriter(runs.length * runBytesMax);
  const places = new Map<number, number>();
  const used: EndColumns[] = [];
  const firstNumber = runs[0]!.requestNumber;
  let number = firstNumber;
  for (const { requestNumber, first, readings, end, letterId } of runs) {
    let place = places.get(end);
    if (place === undefined) {
      place = used.push(columnsOf(ends[end]!)) - 1;
      places.set(end, place);
    }
    writer.write(requestNumber - number);
    writer.write(first);
    writer.write(readings);
    writer.write(place);
    if (ends[end]!.fate === "dead") writer.write(letterId ?? noLetter);
    number = requestNumber;
  }
  return { firstNumber, ends: JSON.stringify(used), runs: writer.finish() };
}

/** Packs all fates of a batch. Each row has those of requests of one boot whose numbers belong to the same block. */
export function packBatchFates({ runs, ends, lastArrivalMs }: BatchFates): StoredFates[] {
  const sorted = runs.toSorted(inOrder);
  const rows: StoredFates[] = [];
  for (let start = 0; start < sorted.length; ) {
    const end = endOfRow(sorted, start);
    const ofRow = sorted.slice(start, end);
    const packed = packFates(ofRow, ends);
    const { requestBoot } = ofRow[0]!;
    const lastNumber = ofRow.at(-1)!.requestNumber;
    rows.push({ ...packed, requestBoot, lastNumber, lastArrivalMs, bytes: sizeOf(packed) });
    start = end;
  }
  return rows;
}

function inOrder(a: FateRun, b: FateRun): number {
  return a.requestBoot - b.requestBoot || a.requestNumber - b.requestNumber || a.first - b.first;
}

function endOfRow(runs: readonly FateRun[], start: number): number {
  const { requestBoot, requestNumber } = runs[start]!;
  const numbersEnd = (Math.floor(requestNumber / numbersPerBlock) + 1) * numbersPerBlock;
  let end = start + 1;
  while (end < runs.length && runs[end]!.requestBoot === requestBoot && runs[end]!.requestNumber < numbersEnd)
    end++;
  return end;
}

/** Returns the fates of one request. */
export function unpackFates({ firstNumber, ends, runs }: PackedFates, ofRequest: number): ReadingFates[] {
  const reader = new NumberReader(runs);
  const known = JSON.parse(ends) as EndColumns[];
  const fates: ReadingFates[] = [];
  let number = firstNumber;
  while (!reader.isAtEnd && number <= ofRequest) {
    number += reader.read();
    const first = reader.read();
    const readings = reader.read();
    const end = known[reader.read()];
    const letterId = end?.[0] === hasLetters ? reader.read() : noLetter;
    if (number === ofRequest && end !== undefined)
      fates.push({ ...endOf(end), first, readings, letterId: letterId === noLetter ? null : letterId });
  }
  return fates;
}

/** Written as the fate: dead, with letter ids in its runs. Dead fates of older versions (1) have no letter ids. */
const hasLetters = 2;
const wasStored = 3;
/** Added to the fate: the chain ended the reading on purpose. Older versions (0) did not record this. */
const endedOnPurpose = 4;
const endedUnsaved = 5;

type EndColumns = [
  fate: 0 | 1 | typeof hasLetters | typeof wasStored | typeof endedOnPurpose | typeof endedUnsaved,
  chainId: number | null,
  chainVersion: number | null,
  nodeId: string | null,
  output: string | null,
];

function columnsOf(end: FateEnd): EndColumns {
  const { chainId, chainVersion, nodeId, output } = end;
  return [fateNumber(end), chainId, chainVersion, nodeId, output];
}

function fateNumber({ fate, onPurpose }: FateEnd): EndColumns[0] {
  if (fate === "dead") return hasLetters;
  if (fate === "already_stored") return wasStored;
  if (onPurpose === null) return 0;
  return onPurpose ? endedOnPurpose : endedUnsaved;
}

function endOf([fate, chainId, chainVersion, nodeId, output]: EndColumns): FateEnd {
  const isEnded = fate === 0 || fate === endedOnPurpose || fate === endedUnsaved;
  const name = fate === wasStored ? "already_stored" : isEnded ? "ended" : "dead";
  const onPurpose = fate === endedOnPurpose ? true : fate === endedUnsaved ? false : null;
  return { fate: name, chainId, chainVersion, nodeId, output, onPurpose };
}

/** Writes seven bits per byte, lowest first. The eighth bit says that more follow. */
class NumberWriter {
  readonly #bytes: Uint8Array;
  #end = 0;

  constructor(bytesMax: number) {
    this.#bytes = new Uint8Array(bytesMax);
  }

  write(number: number): void {
    let rest = number;
    while (rest > 0x7f) {
      this.#bytes[this.#end++] = (rest & 0x7f) | 0x80;
      rest = rest > 0xffff_ffff ? Math.floor(rest / 0x80) : rest >>> 7;
    }
    this.#bytes[this.#end++] = rest;
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#end);
  }
}

class NumberReader {
  readonly #bytes: Uint8Array;
  #next = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#next >= this.#bytes.length;
  }

  read(): number {
    let number = 0;
    for (let factor = 1; ; factor *= 0x80) {
      // A missing byte reads as 0, so reading a damaged row always ends.
      const byte = this.#bytes[this.#next++] ?? 0;
      number += (byte & 0x7f) * factor;
      if (byte < 0x80) return number;
    }
  }
}

/** The approximate size of packed fates: their bytes, the rest of the row and its index entry. */
function sizeOf({ ends, runs }: PackedFates): number {
  return 100 + ends.length + runs.length;
}
