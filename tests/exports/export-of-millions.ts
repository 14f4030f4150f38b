/**
 * `npm run test:export`: checks that an export of five million readings in each format takes less than 100 MB of
 * memory.
 */
import { tempFolder } from "../harness/temp-folder.ts";
import { fillStore, measureExport } from "./measure-export.ts";

const rows = Number(process.argv[2] ?? 5_000_000);
const grownBytesMax = 100e6;

using folder = tempFolder();
fillStore(folder.path, rows);
let failed = 0;
for (const format of ["csv", "ndjson", "parquet"] as const) {
  const startedMs = performance.now();
  const { bytes, grownBytes } = await measureExport(folder.path, format);
  const seconds = (performance.now() - startedMs) / 1000;
  const isWithin = grownBytes < grownBytesMax;
  if (!isWithin) failed++;
  console.log(
    `${isWithin ? "ok    " : "FAILED"} ${format}: ${rows} readings, ${(bytes / 1e6).toFixed(0)} MB in ` +
      `${seconds.toFixed(1)} s, memory grew by ${(grownBytes / 1e6).toFixed(0)} MB`,
  );
}
process.exitCode = failed > 0 ? 1 : 0;
