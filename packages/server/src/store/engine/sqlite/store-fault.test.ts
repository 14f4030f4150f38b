import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { SqliteAlarms } from "../../alarms/writer-sqlite.ts";
import { SqliteNodeRecords } from "../../counts/writer-sqlite.ts";
import { SqliteDeadLetters } from "../../dead-letters/writer-sqlite.ts";
import { SqliteMessageWriter } from "../../outbox/writer-sqlite.ts";
import { TestReadingStore } from "../../readings/sqlite/test-reading-store.ts";
import { storeFaultContract } from "../../store-fault.contract.ts";
import { StoreFault } from "../../store-fault.ts";
import { storeFile } from "./store-schema.ts";

storeFaultContract("SQLite", {
  async open(dataDir) {
    const store = new TestReadingStore(dataDir);
    return {
      store,
      nodes: new SqliteNodeRecords(store.database),
      letters: new SqliteDeadLetters(store.database),
      alarms: new SqliteAlarms(store.database),
      messages: new SqliteMessageWriter(store.database),
    };
  },
  breakEngine: (dataDir) => breakEveryTable(join(dataDir, storeFile)),
});

function breakEveryTable(path: string): { mend(): void } {
  const db = new Database(path);
  const tables = db.query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const triggers = (tables.values() as [string][]).flatMap(([table]) =>
    ["INSERT", "UPDATE", "DELETE"].map((change) => ({ name: `${table}_${change}_fault`, change, table })),
  );
  for (const { name, change, table } of triggers) {
    db.run(`CREATE TRIGGER ${name} BEFORE ${change} ON ${table} BEGIN SELECT raise(ABORT, 'a fault'); END`);
  }
  return {
    mend() {
      for (const { name } of triggers) db.run(`DROP TRIGGER ${name}`);
      db.close();
    },
  };
}

test("throws a StoreFault for a fault of a transaction's own COMMIT, too", () => {
  using folder = tempFolder();
  const store = new TestReadingStore(folder.path);
  const db = store.database;
  db.run("CREATE TABLE owners (id INTEGER PRIMARY KEY)");
  db.run("CREATE TABLE owned (owner INTEGER REFERENCES owners (id) DEFERRABLE INITIALLY DEFERRED)");
  const orphan = db.transaction(() => db.run("INSERT INTO owned (owner) VALUES (1)"));
  expect(() => orphan()).toThrow(StoreFault);
  expect(() => orphan.immediate()).toThrow(StoreFault);
  store.close();
});
