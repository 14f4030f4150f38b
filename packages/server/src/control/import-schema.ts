import type { ImportFormat, ImportMode, ImportState } from "@weir/protocol/closed-sets";
import type { Generated } from "kysely";

/** The tables of imports for Kysely. */
export interface ImportSchema {
  imports: ImportTable;
  import_problems: ImportProblemTable;
  device_imports: DeviceImportTable;
  device_import_devices: { import_id: number; position: number; device_id: number };
}

export interface DeviceImportTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  file_key: string;
  /** Empty once the import is finished. */
  file: Uint8Array;
  state: ImportState;
  /** UUID of the template of lines that name none. */
  template: string | null;
  device_count: number;
  created_count: Generated<number>;
  created_at: number;
  updated_at: number;
}

export interface ImportTable {
  id: Generated<number>;
  uuid: string;
  account_id: number;
  format: ImportFormat;
  mode: ImportMode;
  /** The UUID of the device, if all lines have the same. */
  device: string | null;
  /** The slug or UUID of the sensor, if all lines have the same. */
  sensor: string | null;
  /** Names of columns, as JSON. */
  mapping: string;
  /** Identifies the file, so that the command line finds its import again. */
  file_key: string | null;
  state: ImportState;
  received_bytes: Generated<number>;
  lines: Generated<number>;
  accepted: Generated<number>;
  duplicates: Generated<number>;
  problems: Generated<number>;
  /** The names in the header row of a CSV file, as JSON, once it was read. */
  header: string | null;
  carry: Uint8Array;
  skipping: Generated<0 | 1>;
  created_at: number;
  updated_at: number;
}

interface ImportProblemTable {
  import_id: number;
  line: number;
  reason: string;
}
