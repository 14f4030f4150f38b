import type { ImportFormat, ImportMode, ImportState } from "@weir/protocol/closed-sets";
import type { Generated } from "kysely";

/** Imports of readings as Kysely sees them. */
export interface ImportSchema {
  imports: ImportTable;
  import_problems: ImportProblemTable;
}

export interface ImportTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  format: ImportFormat;
  mode: ImportMode;
  /** UUID of the device of all lines, where it is one. */
  device: string | null;
  /** Slug or UUID of the sensor of all lines, where it is one. */
  sensor: string | null;
  /** Names of columns, as JSON. */
  mapping: string;
  /** By which the command line finds the import of a file again. */
  file_key: string | null;
  state: ImportState;
  received_bytes: Generated<number>;
  lines: Generated<number>;
  accepted: Generated<number>;
  duplicates: Generated<number>;
  problems: Generated<number>;
  /** The names in the header row of a CSV file, as JSON, once it has come. */
  header: string | null;
  carry: Uint8Array;
  skipping: Generated<0 | 1>;
  created_at: number;
  updated_at: number;
}

export interface ImportProblemTable {
  import_id: number;
  line: number;
  reason: string;
}
