import type { LineProblem } from "../../../control/imports/imports.ts";
import { csvFields } from "../imports/csv-fields.ts";
import { RecordSplitter, recordBytesMax } from "../imports/record-splitter.ts";
import { type DeviceColumn, readColumns } from "./device-columns.ts";
import { type ImportedDevice, readDeviceLine } from "./device-line.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });
const empty = { carry: new Uint8Array(0), skipping: false, lines: 0 };

export interface DeviceLine {
  readonly line: number;
  readonly device: ImportedDevice;
}

interface ReadFile {
  readonly devices: readonly DeviceLine[];
  readonly problems: readonly LineProblem[];
}

/**
 * Reads the devices of a file, from the one at `from` on and before the one at `to`. Lines outside are counted, not read, so they
 * have no problems. Only lines with text count.
 */
export function readDeviceFile(
  file: Uint8Array,
  { from = 0, to = Number.POSITIVE_INFINITY }: { readonly from?: number; readonly to?: number } = {},
): ReadFile {
  const [header, ...records] = new RecordSplitter("csv", empty).push(file, true);
  if (header === undefined) return failed(1, "The file is empty.");
  const columns = columnsOf(textOf(header.bytes));
  if (typeof columns === "string") return failed(header.line, columns);
  const devices: DeviceLine[] = [];
  const problems: LineProblem[] = [];
  for (const { line, bytes } of records.slice(from, to)) {
    const text = textOf(bytes);
    if (text === null) {
      const reason = `The line is not UTF-8, is longer than ${recordBytesMax} bytes, or a quote in it is not closed.`;
      problems.push({ line, reason });
      continue;
    }
    const fields = csvFields(text);
    const read = fields === null ? null : readDeviceLine(columns, fields);
    if (read?.ok) devices.push({ line, device: read.value });
    else problems.push({ line, reason: read?.error ?? "The quotes in this line do not match." });
  }
  return { devices, problems };
}

function columnsOf(text: string | null): readonly DeviceColumn[] | string {
  const fields = text === null ? null : csvFields(text);
  if (fields === null) return "The header row cannot be read. Save the file as CSV in UTF-8.";
  const columns = readColumns(fields);
  return columns.ok ? columns.value : columns.error;
}

function failed(line: number, reason: string): ReadFile {
  return { devices: [], problems: [{ line, reason }] };
}

/** Without the mark that spreadsheets put at the start of a file. */
function textOf(bytes: Uint8Array | null): string | null {
  try {
    return bytes === null ? null : utf8.decode(bytes);
  } catch {
    return null;
  }
}
