import { writeFileSync } from "node:fs";
import { bulkReadings, type Load, sensorName, sensorsPerDevice } from "./load.ts";

/** A reading in one system's protocol. */
export interface PlannedReading {
  readonly sensor: string;
  readonly value: string;
  /** The second (or its mark) and three digits for the millisecond, in the system's format. */
  readonly time: string;
}

/** How requests to one system are written. */
export interface WireFormat {
  /** How a time begins: `2026-01-31T14:05:09.` or `1769868309`. The milliseconds follow. */
  readonly clock: "iso" | "epoch";
  /** Request line and headers, except for the length. */
  head(load: Load, device: number): string[];
  body(load: Load, device: number, readings: readonly PlannedReading[]): string;
}

/** The Lua scripts replace these marks with the value and the time. */
const secondMark = "\x1e";
/** Stands for the second after it. */
const nextSecondMark = "\x1b";
const valueMark = "\x1d";
const requestMark = "\x1c";
const secondLength = { iso: "2026-01-31T14:05:09.".length, epoch: "1769868309".length };
const valueLength = "21.50".length;
const millisecondLength = 3;

/**
 * Writes the requests of a load, except for the parts that are new in every request. All systems get the same
 * readings, and the load generator does the same work for each.
 */
export function writePlan(path: string, load: Load, format: WireFormat): void {
  const requests = scattered(load.deviceCount).map((device) =>
    load.shape === "single" ? singleRequest(load, format, device) : bulkRequest(load, format, device),
  );
  if (load.isOverlapping)
    requests.push(
      ...scattered(load.deviceCount).map((device) => bulkRequest(load, format, device, bulkReadings / 2)),
    );
  writeFileSync(path, requests.map((request) => request + requestMark).join(""));
}

/**
 * Visits all devices once, in an order in which neighbours are far apart. Devices do not report in the order
 * in which they were created, and that order would be too easy for a store that keeps readings by sensor.
 */
function scattered(deviceCount: number): number[] {
  let stride = Math.max(1, Math.round(deviceCount * 0.618));
  while (greatestCommonDivisor(stride, deviceCount) > 1) stride++;
  return Array.from({ length: deviceCount }, (_, turn) => (turn * stride) % deviceCount);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function singleRequest(load: Load, format: WireFormat, device: number): string {
  const reading = { sensor: sensorName(0), value: valueMark, time: secondMark };
  const body = format.body(load, device, [reading]);
  const fresh = valueLength - 1 + secondLength[format.clock] - 1 + millisecondLength;
  return render(format.head(load, device), body, body.length + fresh);
}

/** With `firstMillisecond`, the request ends as many milliseconds into the next second. */
function bulkRequest(load: Load, format: WireFormat, device: number, firstMillisecond = 0): string {
  const sensors = sensorsPerDevice(load);
  const readings = Array.from({ length: bulkReadings }, (_, nth) => {
    const millisecond = (firstMillisecond + nth) % bulkReadings;
    return {
      sensor: sensorName(millisecond % sensors),
      value: (20 + ((millisecond * 37 + device * 11) % 997) / 100).toFixed(2),
      time:
        (millisecond < firstMillisecond ? nextSecondMark : secondMark) +
        String(millisecond).padStart(millisecondLength, "0"),
    };
  });
  const body = format.body(load, device, readings);
  return render(
    format.head(load, device),
    body,
    body.length + readings.length * (secondLength[format.clock] - 1),
  );
}

function render(head: readonly string[], body: string, contentLength: number): string {
  return [...head, `Content-Length: ${contentLength}`, "", body].join("\r\n");
}
