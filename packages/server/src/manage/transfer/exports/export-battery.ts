import type { BatteryExportFormat } from "@weir/protocol/closed-sets";
import { csvRecord } from "@weir/protocol/csv-record";
import { formatMicros } from "../../../platform/instant.ts";
import type { BatteryLevel, ReadingQueries } from "../../../store/readings/reading-queries.ts";
import { textPieces } from "./text-pieces.ts";

interface BatteryExport {
  readonly device: { readonly id: number; readonly uuid: string };
  readonly fromUs?: number | undefined;
  readonly toUs?: number | undefined;
  readonly format: BatteryExportFormat;
}

/** The battery levels of a device as a file, the oldest first. Only one piece of it is in memory at a time. */
export function exportBattery(queries: ReadingQueries, wanted: BatteryExport): AsyncIterable<Uint8Array> {
  const { device, fromUs, toUs, format } = wanted;
  const levels = queries.batteryHistory({
    deviceId: device.id,
    ...(fromUs === undefined ? {} : { fromUs }),
    ...(toUs === undefined ? {} : { toUs }),
  });
  const head = format === "csv" ? csvRecord(["device", "at", "volts"]) : "";
  const toLine = format === "csv" ? csvLine : jsonLine;
  return textPieces(head, levels, (level) => toLine(device.uuid, level));
}

function csvLine(device: string, { receivedUs, volts }: BatteryLevel): string {
  return csvRecord([device, formatMicros(receivedUs), String(volts)]);
}

function jsonLine(device: string, { receivedUs, volts }: BatteryLevel): string {
  return `${JSON.stringify({ device, at: formatMicros(receivedUs), volts })}\n`;
}
