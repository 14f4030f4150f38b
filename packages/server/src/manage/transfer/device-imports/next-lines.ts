import { importedAtOnceMax } from "@weir/protocol/manage/device-import-limits";
import type { Control } from "../../../control/control.ts";
import {
  type DeviceImport,
  readImportFilePart,
  readImportFileSize,
} from "../../../control/imports/device-imports.ts";
import { type DeviceLine, type FileMark, readDeviceFile } from "./device-file.ts";

/** Of so many imports it is known where they continue. Of others, the lines are counted again from the start of the file. */
const marksMax = 1000;
/** Where each import continues, by its UUID and how many of its devices exist. */
const marks = new Map<string, FileMark>();

/** Reads the lines of the next devices of an import, and of the file not much more than these. */
export async function readNextLines(
  { db }: Pick<Control, "db">,
  { id, uuid, createdCount }: DeviceImport,
): Promise<readonly DeviceLine[]> {
  const mark = marks.get(markKey(uuid, createdCount));
  const file = {
    bytes: await readImportFileSize(db, id),
    read: (from: number, bytes: number) => readImportFilePart(db, id, { from, bytes }),
  };
  const skip = mark === undefined ? createdCount : 0;
  const { devices, next } = await readDeviceFile(file, { mark, skip, max: importedAtOnceMax });
  if (next !== null) remember(markKey(uuid, createdCount + devices.length), next);
  return devices;
}

function remember(key: string, mark: FileMark): void {
  marks.set(key, mark);
  if (marks.size <= marksMax) return;
  const [oldest] = marks.keys();
  marks.delete(oldest!);
}

function markKey(uuid: string, created: number): string {
  return `${uuid} ${created}`;
}
