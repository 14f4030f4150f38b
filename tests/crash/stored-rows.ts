import { Database } from "bun:sqlite";
import { join } from "node:path";
import { readBlocks } from "../harness/stored-blocks.ts";
import { storedRowSql } from "../harness/stored-row-sql.ts";
import type { StoredRow } from "./ledger.ts";

/** The readings in the store's file, read without any code of the server. */
export function storedRows(dataDir: string): StoredRow[] {
  using store = new Database(join(dataDir, "weir.db"), { readonly: true });
  store.run("PRAGMA busy_timeout = 10000");
  // One snapshot of the file, so that no reading is missed or seen twice while the processor writes.
  return store.transaction(() => {
    const rows = store
      .query(`SELECT sensor_id AS sensorId, at_us AS atUs, value, metadata FROM ${storedRowSql}`)
      .all();
    const inBlocks = readBlocks(store).map(({ sensorId, atUs, value }) => ({
      sensorId,
      atUs,
      value,
      metadata: null,
    }));
    return [...(rows as StoredRow[]), ...inBlocks];
  })();
}
