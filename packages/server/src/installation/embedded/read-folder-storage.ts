import { statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StorageUse } from "../../manage/system/system-status.ts";
import { embeddedLayout } from "./embedded-layout.ts";

/** Costs a few calls to the file system. */
export function readFolderStorage(folder: string): StorageUse {
  const { control, log, store } = embeddedLayout;
  const { bavail, blocks, bsize } = statfsSync(folder);
  return {
    files: [control, log, store].map(({ name }) => ({ name, bytes: databaseBytes(join(folder, name)) })),
    disk: { freeBytes: bavail * bsize, sizeBytes: blocks * bsize },
  };
}

function databaseBytes(path: string): number {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return sizeOf(path) + sizeOf(`${path}-wal`);
}
