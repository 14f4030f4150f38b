import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { readFolderStorage } from "./read-folder-storage.ts";

test("counts files with their write-ahead logs, and missing files as empty", () => {
  using folder = tempFolder();
  writeFileSync(join(folder.path, "queue.db"), new Uint8Array(100));
  writeFileSync(join(folder.path, "queue.db-wal"), new Uint8Array(23));
  const { files, disk } = readFolderStorage(folder.path);
  expect(files).toEqual([
    { name: "control.db", bytes: 0 },
    { name: "queue.db", bytes: 123 },
    { name: "weir.db", bytes: 0 },
  ]);
  expect(disk!.freeBytes).toBeGreaterThan(0);
  expect(disk!.sizeBytes).toBeGreaterThanOrEqual(disk!.freeBytes);
});
