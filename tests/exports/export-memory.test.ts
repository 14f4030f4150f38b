import { afterAll, beforeAll, expect, test } from "bun:test";
import { tempFolder } from "../harness/temp-folder.ts";
import { fillStore, measureExport } from "./measure-export.ts";

const rows = 300_000;
const folder = tempFolder();
beforeAll(() => fillStore(folder.path, rows));
afterAll(() => folder[Symbol.dispose]());

test.each(["csv", "ndjson", "parquet"] as const)(
  "uses no more memory for a longer export as %s",
  async (format) => {
    const { lines, grownBytes } = await measureExport(folder.path, format);
    if (format !== "parquet") expect(lines).toBe(format === "csv" ? rows + 1 : rows);
    expect(grownBytes).toBeLessThan(100e6);
  },
);
