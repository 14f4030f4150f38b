/** Files of people are read in slices on the thread that answers everybody, whatever is in them. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { startOfFile } from "@weir/protocol/record-splitter";
import type { SensorLookup } from "../../packages/server/src/control/sensors/sensor-lookup.ts";
import {
  fileInMemory,
  readDeviceFile,
} from "../../packages/server/src/manage/transfer/device-imports/device-file.ts";
import { readPortion } from "../../packages/server/src/manage/transfer/imports/portion-reader.ts";
import { workInTurn } from "../../packages/server/src/platform/give-way.ts";

setDefaultTimeout(60_000);

const mapping = {
  device: "device",
  sensor: "sensor",
  at: "at",
  value: "value",
  metadata: "metadata",
  received_at: "received_at",
  device_at: "device_at",
};
const sensors = { known: () => ({ deviceId: 1, sensorId: 1 }) } as unknown as SensorLookup;

function readReadings(format: "csv" | "ndjson", bytes: Uint8Array) {
  const times = { nowUs: 1e15, latestUs: 1e15 };
  const context = { format, mapping, device: "d", sensor: "s", sensors, times };
  return readPortion(context, { split: startOfFile, header: null }, bytes, true);
}

const readers = {
  "readings in CSV": (bytes: Uint8Array) => readReadings("csv", bytes),
  "readings in NDJSON": (bytes: Uint8Array) => readReadings("ndjson", bytes),
  devices: (bytes: Uint8Array) => readDeviceFile(fileInMemory(bytes)),
};

/** Even the fastest machine needs many slices for these. */
const empty = { line: "\n", lines: 8 * 1024 * 1024 };
const cases: readonly (readonly [
  keyof typeof readers,
  { readonly header: string; readonly line: string; readonly lines: number },
])[] = [
  ["readings in CSV", { header: "at,value\n", line: "2026-01-01,1\n", lines: 20_000 }],
  ["readings in NDJSON", { header: "", line: '{"at":"2026-01-01","value":1}\n', lines: 20_000 }],
  ["devices", { header: "name,tags\n", line: "Pump,old\n", lines: 20_000 }],
  ["readings in CSV", { header: "at,value\n", ...empty }],
  ["readings in NDJSON", { header: "", ...empty }],
  ["devices", { header: "name\n", ...empty }],
];

test.each(cases)("reads files of %s in slices: %j", async (reader, { header, line, lines }) => {
  const bytes = new TextEncoder().encode(header + line.repeat(lines));
  let rests = 0;
  const rest = async () => void rests++;
  await workInTurn<unknown>(rest, () => readers[reader](bytes));
  expect(rests).toBeGreaterThan(1);
});
