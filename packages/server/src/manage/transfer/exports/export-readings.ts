import type { ExportFormat } from "@weir/protocol/closed-sets";
import { csvRecord, harmlessText } from "@weir/protocol/csv-record";
import { formatMicros } from "../../../platform/instant.ts";
import type { ReadingQueries } from "../../../store/readings/reading-queries.ts";
import { readingMembers } from "../../readings/reading-json.ts";
import type { ExportRow } from "./export-row.ts";
import type { ExportSource } from "./export-source.ts";
import { textPieces } from "./text-pieces.ts";

interface ReadingExport {
  readonly sources: Iterable<ExportSource> | AsyncIterable<ExportSource>;
  readonly fromUs?: number | undefined;
  readonly toUs?: number | undefined;
  readonly format: ExportFormat;
}

export const exportMediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8; header=present",
  ndjson: "application/x-ndjson",
  parquet: "application/vnd.apache.parquet",
};

/**
 * The saved readings of some sensors as a file, one sensor after another, each oldest first. Readings are read from the
 * store as pieces are taken, so only one piece (for Parquet, a group of rows) is in memory at a time.
 */
export function exportReadings(queries: ReadingQueries, wanted: ReadingExport): AsyncIterable<Uint8Array> {
  const rows = rowPages(queries, wanted);
  switch (wanted.format) {
    case "csv":
      return textPieces(csvHead, rows, csvLine);
    case "ndjson":
      return textPieces("", rows, jsonLine);
    case "parquet":
      return parquetFile(rows);
  }
}

/** The library that writes Parquet takes megabytes of memory, so the first export that needs it loads it. */
async function* parquetFile(rows: AsyncIterable<ExportRow[]>): AsyncGenerator<Uint8Array> {
  const { parquetPieces } = await import("./parquet-pieces.ts");
  yield* parquetPieces(rows);
}

async function* rowPages(
  queries: ReadingQueries,
  { sources, fromUs, toUs }: ReadingExport,
): AsyncGenerator<ExportRow[]> {
  const range = { ...(fromUs === undefined ? {} : { fromUs }), ...(toUs === undefined ? {} : { toUs }) };
  for await (const source of sources) {
    for await (const page of queries.readings({ sensorId: source.sensorId, ...range })) {
      yield page.map((reading) => ({ source, reading }));
    }
  }
}

const csvHead = csvRecord([
  "device",
  "sensor",
  "at",
  "value",
  "unit",
  "metadata",
  "received_at",
  "device_at",
]);

function csvLine({ source, reading }: ExportRow): string {
  const { atUs, value, metadata, receivedUs, deviceUs } = reading;
  const unit = source.unit === null ? null : harmlessText(source.unit);
  return csvRecord([
    source.device,
    harmlessText(source.sensor),
    formatMicros(atUs),
    String(value),
    unit,
    metadata,
    formatMicros(receivedUs),
    deviceUs === null ? null : formatMicros(deviceUs),
  ]);
}

function jsonLine({ source, reading }: ExportRow): string {
  return `{"device":"${source.device}","sensor":${JSON.stringify(source.sensor)},${readingMembers(reading)}}\n`;
}
