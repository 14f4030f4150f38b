import { Database } from "bun:sqlite";
import { join } from "node:path";
import { type Subject, settlementContract } from "../../settlement.contract.ts";
import { storeFile } from "./store-schema.ts";
import { openDividedStore, shares } from "./test-divided-store.ts";

/** One table per subject that no other subject writes first. */
const tables: Record<Subject, string> = {
  readings: "readings",
  batteryLevels: "battery_levels",
  states: "node_states",
  alarms: "alarms",
  deadLetters: "dead_letters",
  messages: "outbox",
  nodeCounts: "node_counts",
  nodeErrors: "node_errors",
  statistics: "sensor_statistics",
  fates: "receipts",
  unsavedEnds: "unsaved_ends",
  chainUses: "chains_in_use",
  parked: "parked_frames",
};

for (const { processes, title } of shares)
  settlementContract(`SqliteSettlement${title}`, {
    syncs: "many commits at once",
    // Each processor reads the whole queue.
    syncsEveryBytes: processes * 16 * 1024 * 1024,
    async open(dataDir) {
      const { settlement, queries, ownership, store } = openDividedStore(dataDir, processes);
      return { settlement, queries, ownership, close: async () => store.close() };
    },
    async breakSubject(dataDir, subject) {
      const db = new Database(join(dataDir, storeFile));
      const table = tables[subject];
      db.run(`CREATE TRIGGER fault BEFORE INSERT ON ${table} BEGIN SELECT raise(ABORT, 'a fault'); END`);
      return {
        async mend() {
          db.run("DROP TRIGGER fault");
          db.close();
        },
      };
    },
    async countRows(dataDir) {
      using db = new Database(join(dataDir, storeFile));
      const counts = Object.entries(tables).map(([subject, table]) => {
        const row = db.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${table}`).get()!;
        return [subject, row.rows];
      });
      return Object.fromEntries(counts) as Record<Subject, number>;
    },
  });
