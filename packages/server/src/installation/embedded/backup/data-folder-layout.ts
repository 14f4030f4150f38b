import { keyFile, previousKeyFile } from "../../../control/sealing/key-file.ts";
import type { Migration } from "../../../platform/sqlite/open-database.ts";

/**
 * What a backup has to know of the data folder it copies. The order of the files matters: the store first, then the log
 * that leads on from it, then the control data, which so knows every device and sensor that the log speaks of.
 */
export interface DataFolderLayout {
  readonly store: DatabaseFile;
  readonly log: DatabaseFile;
  readonly control: DatabaseFile;
  /** Until disposed of, the log forgets nothing that comes after the store as it is now. */
  pinStore(dataDir: string): Disposable;
  /** Whether the log in this folder holds everything that the store beside it has not settled. */
  logContinuesStore(folder: string): boolean;
}

/** A SQLite file, with the steps of its schema that this Weir knows. */
export interface DatabaseFile {
  readonly name: string;
  readonly migrations: readonly Migration[];
}

/** The second is there only while `weir keys rotate` is under way. */
export const tokenKeyFiles: readonly string[] = [keyFile, previousKeyFile];

/** In the order in which they are copied. */
export function databaseFiles(layout: DataFolderLayout): readonly DatabaseFile[] {
  return [layout.store, layout.log, layout.control];
}
