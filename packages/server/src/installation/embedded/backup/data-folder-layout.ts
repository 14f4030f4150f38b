import { keyFile, previousKeyFile } from "../../../control/sealing/key-file.ts";
import type { Migration } from "../../../platform/sqlite/open-database.ts";

/**
 * What a backup has to know about the data folder. The order of the files matters: first the store, then the log that
 * continues it, then the control data, which therefore knows every device and sensor that the log refers to.
 */
export interface DataFolderLayout {
  readonly store: DatabaseFile;
  readonly log: DatabaseFile;
  readonly control: DatabaseFile;
  /** Until it is disposed, the log forgets nothing that follows the current state of the store. */
  pinStore(dataDir: string): Disposable;
  /** Whether the log in this folder holds everything that the store beside it has not settled. */
  logContinuesStore(folder: string): boolean;
}

/** A SQLite file, with the migrations that this version of Weir knows. */
export interface DatabaseFile {
  readonly name: string;
  readonly migrations: readonly Migration[];
}

/** The second exists only while `weir keys rotate` is running. */
export const tokenKeyFiles: readonly string[] = [keyFile, previousKeyFile];

/** In the order in which they are copied. */
export function databaseFiles(layout: DataFolderLayout): readonly DatabaseFile[] {
  return [layout.store, layout.log, layout.control];
}
