import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { migrate, openDatabase } from "../../platform/sqlite.ts";
import { type OutboxUnderTest, outboxContract } from "../outbox-store.contract.ts";
import { SqliteOutbox } from "./sqlite-outbox.ts";
import { SqliteOutboxQueries } from "./sqlite-outbox-queries.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

outboxContract("SqliteOutbox", {
  open(dataDir, waitingMax): OutboxUnderTest {
    const db = openDatabase(join(dataDir, storeFile), { synchronous: "normal" });
    migrate(db, storeFile, storeMigrations);
    return {
      outbox: new SqliteOutbox(db, waitingMax),
      batch(work, end = "commits") {
        db.run("BEGIN IMMEDIATE");
        work();
        db.run(end === "commits" ? "COMMIT" : "ROLLBACK");
      },
      close: () => db.close(),
    };
  },
  openQueries: (dataDir) => new SqliteOutboxQueries(dataDir),
});

test("where there is no store yet, there is nothing to list", () => {
  using folder = tempFolder();
  const queries = new SqliteOutboxQueries(folder.path);
  expect([queries.list({ limit: 10 }), queries.find(1)]).toEqual([[], null]);
  queries.close();
});
