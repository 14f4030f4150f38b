import { csvFields } from "@weir/protocol/csv-fields";
import { RecordSplitter, recordBytesMax, startOfFile } from "@weir/protocol/record-splitter";
import type { LineProblem } from "../../../control/imports/imports.ts";
import { pieceBytes, WorkSlices, WorkTooLongError } from "../../../platform/work-slices.ts";
import { type DeviceColumn, readColumns } from "./device-columns.ts";
import { type ImportedDevice, readDeviceLine } from "./device-line.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
/** A file of the largest size has a third of this, if its lines are as long as usual. */
const linesMax = 100_000;
/** A file of the largest size takes a small part of this. */
const workMaxMs = 10_000;

/** A file, in memory or in the control data. */
interface DeviceFile {
  readonly bytes: number;
  read(from: number, bytes: number): Promise<Uint8Array>;
}

export interface DeviceLine {
  readonly line: number;
  readonly device: ImportedDevice;
}

/** A place between two lines, where reading can continue. */
export interface FileMark {
  readonly columns: readonly DeviceColumn[];
  readonly lines: number;
  readonly bytes: number;
}

interface FilePart {
  readonly mark?: FileMark | undefined;
  /** Lines that are passed over, from the mark or the header on. They are not read, so they have no problems. */
  readonly skip?: number;
  readonly max?: number;
}

interface ReadFile {
  readonly devices: readonly DeviceLine[];
  readonly problems: readonly LineProblem[];
  /** Where the next part begins; null if the header is not usable. */
  readonly next: FileMark | null;
}

export function fileInMemory(bytes: Uint8Array): DeviceFile {
  return { bytes: bytes.length, read: async (from, length) => bytes.subarray(from, from + length) };
}

/** Reads devices of a file, all of them or a part, in slices. Only lines with text count. */
export async function readDeviceFile(file: DeviceFile, part: FilePart = {}): Promise<ReadFile> {
  const reader = new FileReader(part);
  const slices = new WorkSlices(workMaxMs);
  try {
    for (let at = part.mark?.bytes ?? 0; at < file.bytes && !reader.isDone; at += pieceBytes) {
      const piece = await file.read(at, pieceBytes);
      for (const _ of reader.push(piece, at + pieceBytes >= file.bytes))
        if (slices.isUsedUp) await slices.rest();
      if (slices.isUsedUp) await slices.rest();
    }
  } catch (error) {
    if (!(error instanceof WorkTooLongError)) throw error;
    return failed(1, "Reading this file takes the server too long. Split it into several files.");
  }
  return reader.result;
}

class FileReader {
  readonly #splitter: RecordSplitter;
  readonly #start: { readonly lines: number; readonly bytes: number };
  readonly #max: number;
  readonly #devices: DeviceLine[] = [];
  readonly #problems: LineProblem[] = [];
  #columns: readonly DeviceColumn[] | null;
  #skip: number;
  #isGivenUp = false;

  constructor({ mark, skip = 0, max = Number.POSITIVE_INFINITY }: FilePart) {
    this.#start = mark ?? { lines: 0, bytes: 0 };
    this.#splitter = new RecordSplitter(",", { ...startOfFile, lines: this.#start.lines });
    this.#columns = mark?.columns ?? null;
    this.#skip = skip;
    this.#max = max;
  }

  get isDone(): boolean {
    return this.#isGivenUp || this.#devices.length + this.#problems.length >= this.#max;
  }

  get result(): ReadFile {
    if (this.#columns === null && !this.#isGivenUp) return failed(1, "The file is empty.");
    const { lines, bytes } = this.#splitter.passed;
    const next = this.#columns && { columns: this.#columns, lines, bytes: this.#start.bytes + bytes };
    return { devices: this.#devices, problems: this.#problems, next };
  }

  /** Yields after each line. */
  *push(piece: Uint8Array, isEnd: boolean): Generator<void> {
    for (const { line, bytes } of this.#splitter.push(piece, isEnd)) {
      const text = bytes === null ? null : textOf(bytes);
      if (this.#columns === null) this.#takeHeader(line, text);
      else if (this.#skip > 0) this.#skip--;
      else this.#takeLine(this.#columns, line, text);
      if (this.#devices.length + this.#problems.length > linesMax) this.#giveUp(line);
      if (this.isDone) return;
      yield;
    }
  }

  #giveUp(line: number): void {
    this.#devices.length = 0;
    this.#problems.length = 0;
    this.#problems.push({
      line,
      reason: `The file has more than ${linesMax} lines. Split it into several files.`,
    });
    this.#isGivenUp = true;
  }

  #takeHeader(line: number, text: string | null): void {
    const fields = text === null ? null : csvFields(text);
    const columns = fields === null ? null : readColumns(fields);
    if (columns?.ok) {
      this.#columns = columns.value;
      return;
    }
    const reason = columns?.error ?? "The header row cannot be read. Save the file as CSV in UTF-8.";
    this.#problems.push({ line, reason });
    this.#isGivenUp = true;
  }

  #takeLine(columns: readonly DeviceColumn[], line: number, text: string | null): void {
    const fields = text === null ? null : csvFields(text);
    const read = fields === null ? null : readDeviceLine(columns, fields);
    if (read?.ok) this.#devices.push({ line, device: read.value });
    else this.#problems.push({ line, reason: read?.error ?? (text === null ? unreadable : unmatched) });
  }
}

const unreadable = `The line is not UTF-8, is longer than ${recordBytesMax} bytes, or a quote in it is not closed.`;
const unmatched = "A quote in this line is not closed.";

function failed(line: number, reason: string): ReadFile {
  return { devices: [], problems: [{ line, reason }], next: null };
}

/** Without the mark that spreadsheets put at the start of a file. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
