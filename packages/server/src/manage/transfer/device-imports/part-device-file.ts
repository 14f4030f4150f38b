import { csvFields } from "@weir/protocol/csv-fields";
import { csvRecord } from "@weir/protocol/csv-record";
import { RecordSplitter, type SplitRecord } from "@weir/protocol/record-splitter";
import type { LineProblem } from "../../../control/imports/imports.ts";
import { pieceBytes, WorkSlices } from "../../../platform/work-slices.ts";
import { problemColumn } from "./device-columns.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const utf8 = new TextDecoder("utf-8", { fatal: true });
/** What spreadsheets save if it is not UTF-8. It has a character for every byte. */
const otherwise = new TextDecoder("windows-1252");

interface PartedFile {
  /** The file without the lines that have problems. Others keep their line number: empty lines take the place. */
  readonly good: Uint8Array<ArrayBuffer>;
  /** The header and the lines that have problems, after a column that says why. */
  readonly rest: string;
}

/** Parts a file whose header is usable. `problems` are those that were found in it. */
export async function partDeviceFile(
  file: Uint8Array,
  problems: readonly LineProblem[],
): Promise<PartedFile> {
  const reasons = new Map(problems.map(({ line, reason }) => [line, reason]));
  const good = new GoodLines(file.length);
  const rest = new RestLines();
  const slices = new WorkSlices();
  for await (const { line, bytes, whole } of recordsOf(file, slices)) {
    const reason = reasons.get(line);
    if (rest.isEmpty) rest.begin(textOf(whole));
    else if (reason !== undefined) rest.add(textOf(whole), reason);
    if (reason === undefined && bytes !== null) good.add(line, bytes);
    if (slices.isUsedUp) await slices.rest();
  }
  return { good: good.file, rest: rest.file };
}

interface WholeRecord extends SplitRecord {
  /** Also of a line that is given up. */
  readonly whole: Uint8Array;
}

async function* recordsOf(file: Uint8Array, slices: WorkSlices): AsyncGenerator<WholeRecord> {
  const splitter = new RecordSplitter(",");
  let end = 0;
  for (let at = 0; at < file.length; at += pieceBytes) {
    const piece = file.subarray(at, at + pieceBytes);
    for (const { line, bytes } of splitter.push(piece, at + pieceBytes >= file.length)) {
      const givenUp = bytes === null ? nextLine(file, end) : null;
      end = givenUp?.end ?? splitter.passed.bytes;
      yield { line, bytes, whole: bytes ?? file.subarray(givenUp!.start, givenUp!.end) };
    }
    if (slices.isUsedUp) await slices.rest();
  }
}

/** Where the next line that is not empty starts and ends. The splitter gives up one line at a time. */
function nextLine(file: Uint8Array, from: number): { readonly start: number; readonly end: number } {
  let start = from;
  while (file[start] === lineFeed || file[start] === carriageReturn) start++;
  const feed = file.indexOf(lineFeed, start);
  const end = feed < 0 ? file.length : feed;
  return { start, end: file[end - 1] === carriageReturn ? end - 1 : end };
}

/** Lines end with a line feed each, so the result is hardly longer than the file. */
class GoodLines {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #lines = 1;

  constructor(fileBytes: number) {
    this.#bytes = new Uint8Array(fileBytes + 1);
  }

  get file(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  add(line: number, bytes: Uint8Array): void {
    while (this.#lines < line) this.#endLine();
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    for (const byte of bytes) if (byte === lineFeed) this.#lines++;
    this.#endLine();
  }

  #endLine(): void {
    this.#bytes[this.#length++] = lineFeed;
    this.#lines++;
  }
}

class RestLines {
  #parts: string[] = [];
  /** The column with the problems of an earlier import, if the file is the rest of one; otherwise -1. */
  #earlier = -1;

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get file(): string {
    return this.#parts.join("");
  }

  begin(header: string): void {
    const names = csvFields(header) ?? [];
    this.#earlier = names.findIndex((name) => name.trim().toLowerCase() === problemColumn);
    this.add(header, problemColumn);
  }

  /** The line stays as it is, unless an earlier problem is taken out of it. */
  add(line: string, problem: string): void {
    const fields = this.#earlier < 0 ? null : csvFields(line);
    const kept = fields === null ? `${line}\r\n` : csvRecord(fields.toSpliced(this.#earlier, 1));
    this.#parts.push(csvRecord([problem]).slice(0, -"\r\n".length), ",", kept);
  }
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return otherwise.decode(bytes);
  }
}
