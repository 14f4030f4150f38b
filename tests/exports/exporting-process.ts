/** Exports all readings of one sensor, discards them, and prints the peak memory as JSON. */
import type { ExportFormat } from "@weir/protocol/closed-sets";
import { exportReadings } from "../../packages/server/src/manage/transfer/exports/export-readings.ts";
import { SqliteReadingQueries } from "../../packages/server/src/store/readings/sqlite/sqlite-reading-queries.ts";

const [dataDir, format] = process.argv.slice(2) as [string, ExportFormat];
const queries = new SqliteReadingQueries(dataDir);
const device = { device: "2f1f4a0e-7a5b-4d64-9a0c-5d1c6f3e8b21", deviceName: "Boiler" };
const source = { sensorId: 1, ...device, sensor: "a", unit: "°C" };
Bun.gc(true);
const beforeBytes = process.memoryUsage.rss();
let largestBytes = beforeBytes;
let bytes = 0;
let lines = 0;
for await (const piece of exportReadings(queries, { sources: [source], format })) {
  bytes += piece.length;
  for (const byte of piece) if (byte === 0x0a) lines++;
  largestBytes = Math.max(largestBytes, process.memoryUsage.rss());
}
process.stdout.write(JSON.stringify({ bytes, lines, grownBytes: largestBytes - beforeBytes }));
