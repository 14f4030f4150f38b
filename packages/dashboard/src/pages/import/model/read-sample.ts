import { csvFields } from "@weir/protocol/csv-fields";
import { RecordSplitter } from "@weir/protocol/record-splitter";
import { fail, type Result, succeed } from "@weir/protocol/result";
import { FileTimeReader } from "./file-time.ts";
import type { FileLayout } from "./import-plan.ts";
import { objectMembers } from "./row-reader.ts";

/** The beginning of a file. Only this much is read before the import starts. */
export interface FileSample {
  readonly layout: FileLayout;
  /** The names of the columns, in the order of the file. */
  readonly names: readonly string[];
  /** The first records after the header row, with the numbers of their lines. */
  readonly records: readonly { readonly line: number; readonly text: string }[];
}

const sampleBytes = 256 * 1024;
const sampleRecords = 50;
const columnsMax = 200;
const delimiters = [",", ";", "\t", "|"] as const;

/** Reads the beginning of a file and finds out how it is laid out. */
export async function readSample(file: File): Promise<Result<FileSample, string>> {
  const bytes = await file.slice(0, sampleBytes).arrayBuffer();
  const isWhole = bytes.byteLength === file.size;
  const { encoding, text } = decode(bytes);
  const sample = { bytes, isWhole };
  if (text.includes("\0"))
    return fail("This is not a text file. Save the readings as CSV or NDJSON, and choose that file.");
  const start = text.trimStart();
  if (start === "") return fail("The file is empty.");
  if (start.startsWith("["))
    return fail("The file contains a JSON array. Weir reads NDJSON: one JSON object per line.");
  const layout = start.startsWith("{") ? ndjsonLayout(encoding) : csvLayout(encoding, sample);
  return sampleOf(layout, sample);
}

/** The same beginning, read in another layout. */
export async function sampleAs(file: File, layout: FileLayout): Promise<Result<FileSample, string>> {
  const bytes = await file.slice(0, sampleBytes).arrayBuffer();
  return sampleOf(layout, { bytes, isWhole: bytes.byteLength === file.size });
}

function sampleOf(layout: FileLayout, sample: FileStart): Result<FileSample, string> {
  const records = firstRecords(sample, layout.encoding, layout.format === "csv" ? layout.delimiter : null);
  const names = layout.format === "csv" ? csvNames(layout, records) : jsonNames(records);
  if (names.length === 0) return fail("No columns were found in this file.");
  if (names.length > columnsMax)
    return fail(`The file has ${names.length} columns. Weir reads at most ${columnsMax}.`);
  const rest = layout.hasHeader ? records.slice(1) : records;
  if (rest.length === 0) return fail("The file has a header row, but no readings.");
  return succeed({ layout, names, records: rest });
}

function decode(bytes: ArrayBuffer): { encoding: FileLayout["encoding"]; text: string } {
  try {
    // As a stream, because the sample may end within a character.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return { encoding: "utf-8", text };
  } catch {
    return { encoding: "windows-1252", text: new TextDecoder("windows-1252").decode(bytes) };
  }
}

function ndjsonLayout(encoding: FileLayout["encoding"]): FileLayout {
  return { format: "ndjson", encoding, delimiter: ",", hasHeader: false };
}

function csvLayout(encoding: FileLayout["encoding"], sample: FileStart): FileLayout {
  let best: { delimiter: string; columns: number; isHeader: boolean } | null = null;
  for (const delimiter of delimiters) {
    const records = firstRecords(sample, encoding, delimiter);
    const rows = records.map((record) => csvFields(record.text, delimiter));
    const columns = rows[0]?.length ?? 0;
    // Commas within numbers differ from line to line, those between fields do not.
    const isEven = rows.every((row) => row !== null && row.length >= columns);
    if (columns > 1 && isEven && columns > (best?.columns ?? 1))
      best = { delimiter, columns, isHeader: isHeader(rows[0]!) };
  }
  const first = firstRecords(sample, encoding, ",")[0]?.text ?? "";
  const { delimiter, isHeader: hasHeader } = best ?? { delimiter: ",", isHeader: isHeader(first.split(",")) };
  return { format: "csv", encoding, delimiter, hasHeader };
}

/** Whether a row holds names, and neither numbers nor times. */
function isHeader(fields: readonly string[] | null): boolean {
  const isName = (field: string) =>
    Number.isNaN(Number.parseFloat(field)) && new FileTimeReader("iso", "UTC").read(field) === null;
  return fields?.every((field) => isName(field.trim())) ?? false;
}

/** The first bytes of a file. */
interface FileStart {
  readonly bytes: ArrayBuffer;
  readonly isWhole: boolean;
}

function firstRecords(
  { bytes, isWhole }: FileStart,
  encoding: FileLayout["encoding"],
  delimiter: string | null,
): FileSample["records"] {
  const decoder = new TextDecoder(encoding);
  const records: { readonly line: number; readonly text: string }[] = [];
  for (const { line, bytes: record } of new RecordSplitter(delimiter).push(new Uint8Array(bytes), isWhole)) {
    const text = record === null ? "" : decoder.decode(record);
    if (text.trim() !== "") records.push({ line, text });
    if (records.length > sampleRecords) break;
  }
  return records;
}

function csvNames({ delimiter, hasHeader }: FileLayout, [first]: FileSample["records"]): readonly string[] {
  const fields = csvFields(first?.text ?? "", delimiter) ?? [];
  return fields.map((field, place) => (hasHeader && field.trim()) || `Column ${place + 1}`);
}

function jsonNames(records: FileSample["records"]): readonly string[] {
  return [...new Set(records.flatMap(({ text }) => [...(objectMembers(text)?.keys() ?? [])]))];
}

/** The header row as it is in the file. */
export async function firstLine(file: Blob, layout: FileLayout): Promise<string> {
  const bytes = await file.slice(0, sampleBytes).arrayBuffer();
  return firstRecords({ bytes, isWhole: true }, layout.encoding, layout.delimiter)[0]?.text ?? "";
}
