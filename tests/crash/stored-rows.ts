import { Database } from "bun:sqlite";
import { join } from "node:path";
import type { StoredRow } from "./ledger.ts";

/** The readings of the store's file, read without any code of the server. */
export function storedRows(dataDir: string): StoredRow[] {
  using store = new Database(join(dataDir, "weir.db"), { readonly: true });
  store.run("PRAGMA busy_timeout = 10000");
  return store
    .query("SELECT sensor_id AS sensorId, at_us AS atUs, value, metadata FROM readings")
    .all() as StoredRow[];
}
