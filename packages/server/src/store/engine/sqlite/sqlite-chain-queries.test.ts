import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { chainQueriesContract } from "../../chain-queries.contract.ts";
import { chainQueries } from "../../chain-queries.ts";
import { SqliteReadingStore } from "../../readings/sqlite/sqlite-reading-store.ts";
import { SqliteStoreReader } from "./sqlite-store-reader.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";
import { openTestStore } from "./test-store.ts";

chainQueriesContract("SqliteChainQueries", {
  openStore: async (dataDir) => openTestStore(dataDir),
  open: async (dataDir) => chainQueries(new SqliteStoreReader(dataDir)),
});

test("does not create a missing store by reading it", async () => {
  using folder = tempFolder();
  await chainQueries(new SqliteStoreReader(folder.path)).close();
  expect(existsSync(join(folder.path, storeFile))).toBeFalse();
});

test("lists a dead letter without a time of death", async () => {
  using folder = tempFolder();
  const db = new Database(join(folder.path, storeFile));
  db.run(storeMigrations[0]!.sql);
  db.run("PRAGMA user_version = 1");
  db.run("INSERT INTO dead_letters (reason, sensor_id) VALUES ('an old reason', 3)");
  db.close();
  new SqliteReadingStore(folder.path).close();
  const queries = chainQueries(new SqliteStoreReader(folder.path));
  const letters = await queries.deadLetters({ accountId: null, limit: 9 });
  expect(letters).toMatchObject([{ reason: "an old reason", sensorId: 3, diedMs: 0, accountId: null }]);
  await queries.close();
});
