import type { SQLQueryBindings } from "bun:sqlite";
import type { GatheredReadings } from "../blocks/gathered-readings.ts";
import { microsOf } from "../blocks/micros-of.ts";
import {
  atCell,
  cellsPerReading,
  deviceMicrosCell,
  deviceSecondsCell,
  receivedCell,
  sensorCell,
  valueCell,
} from "../saved-readings.ts";

/** The columns of a row, in this order. */
export const rowColumns = ["sensor_id", "at_us", "value", "received_us", "device_us", "metadata"];

/** Binds a gathered reading as a row, from index `bound` on. */
export function bindRow(
  bindings: SQLQueryBindings[],
  bound: number,
  { cells, metadata: texts }: GatheredReadings,
  number: number,
): void {
  const cell = number * cellsPerReading;
  const deviceSeconds = cells[cell + deviceSecondsCell]!;
  const metadata = texts[number]!;
  bindings[bound] = cells[cell + sensorCell]!;
  bindings[bound + 1] = cells[cell + atCell]!;
  bindings[bound + 2] = cells[cell + valueCell]!;
  bindings[bound + 3] = cells[cell + receivedCell]!;
  bindings[bound + 4] = deviceSeconds < 0 ? null : microsOf(deviceSeconds, cells[cell + deviceMicrosCell]!);
  bindings[bound + 5] = metadata === "" ? null : metadata;
}
