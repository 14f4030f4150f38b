import { RecordSplitter } from "@weir/protocol/record-splitter";
import type { ImportPlan } from "./import-plan.ts";
import { RowMapper, readingLine } from "./row-mapper.ts";
import { readRow } from "./row-reader.ts";

/** A record of the file and the lines that are sent for it. */
interface MappedRecord {
  /** The number of its first line in the file, from 1. */
  readonly line: number;
  /** As in the file; "" if it was too long to keep. */
  readonly text: string;
  readonly sent: readonly string[];
  readonly problems: readonly string[];
}

interface MappedPiece {
  readonly records: readonly MappedRecord[];
  /** How far the file has been read. */
  readonly fileBytes: number;
}

const tooLong = "The line is too long, or a quote in it is not closed.";

/** Reads the file piece by piece and maps its records. Never holds more than a piece in memory. */
export async function* mappedRecords(file: Blob, plan: ImportPlan): AsyncGenerator<MappedPiece> {
  const map = recordMapper(plan);
  const splitter = new RecordSplitter(plan.format === "csv" ? plan.delimiter : null);
  const decoder = new TextDecoder(plan.encoding);
  let fileBytes = 0;
  let isHeader = plan.format === "csv" && plan.hasHeader;
  const mapAll = (bytes: Uint8Array, isEnd: boolean): MappedPiece => {
    const records: MappedRecord[] = [];
    for (const { line, bytes: record } of splitter.push(bytes, isEnd)) {
      const text = record === null ? null : decoder.decode(record);
      if (text?.trim() === "") continue;
      if (!isHeader) records.push(map(line, text));
      isHeader = false;
    }
    return { records, fileBytes };
  };
  for (let at = 0; at < file.size; at += pieceBytes) {
    const bytes = await file.slice(at, at + pieceBytes).arrayBuffer();
    fileBytes += bytes.byteLength;
    yield mapAll(new Uint8Array(bytes), false);
  }
  yield mapAll(new Uint8Array(0), true);
}

/** Small enough that a page stays responsive while a piece is mapped. */
const pieceBytes = 256 * 1024;

function recordMapper(plan: ImportPlan): (line: number, text: string | null) => MappedRecord {
  const mapper = new RowMapper(plan);
  const names = plan.columns.map(({ name }) => name);
  return (line, text) => {
    if (text === null) return { line, text: "", sent: [], problems: [tooLong] };
    const row = readRow(plan, names, text);
    if (!row.ok) return { line, text, sent: [], problems: [row.error] };
    const { readings, problems } = mapper.map(row.value);
    return { line, text, sent: readings.map(readingLine), problems };
  };
}
