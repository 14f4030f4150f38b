import { deviceTables } from "./device-tables.ts";
import { partitionTables } from "./partition-tables.ts";
import { readingTables } from "./reading-tables.ts";

/** A step that brings the schema `weir_store` from one version to the next. Steps that were released never change. */
export interface StoreMigration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** In the order of their versions, without gaps. Every subject keeps its tables in a file of its own. */
export const storeMigrations: readonly StoreMigration[] = [
  { version: 1, name: "partitions of the queue and their owners", sql: partitionTables },
  { version: 2, name: "readings in rows and blocks, by month", sql: readingTables },
  { version: 3, name: "battery levels and connections of devices", sql: deviceTables },
];
