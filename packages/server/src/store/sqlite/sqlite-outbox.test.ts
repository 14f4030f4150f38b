import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { migrate, openDatabase } from "../../platform/sqlite/open-database.ts";
import { next } from "../../queue/test-positions.ts";
import { type OutboxUnderTest, outboxContract } from "../outbox-store.contract.ts";
import { SqliteOutbox } from "./sqlite-outbox.ts";
import { SqliteOutboxQueries } from "./sqlite-outbox-queries.ts";
import { SqliteReadingStore } from "./sqlite-reading-store.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };

outboxContract("SqliteOutbox", {
  async open(dataDir, { owner, waitingMax }): Promise<OutboxUnderTest> {
    const store = new SqliteReadingStore(dataDir);
    return {
      outbox: new SqliteOutbox(store.database, { owner, waitingMax }),
      batch(work, end = "commits") {
        store.begin();
        work();
        const { position } = store.progress();
        if (end === "commits") store.commit(position, next(position), none);
        else store.rollback();
      },
      sync: () => store.sync(),
      close: async () => store.close(),
    };
  },
  openQueries: async (dataDir) => new SqliteOutboxQueries(dataDir),
  // The write-ahead log is not synced, so a power cut may take all of it.
  async cutPower(dataDir, leftDir) {
    await Bun.write(join(leftDir, storeFile), Bun.file(join(dataDir, storeFile)));
  },
});

test("messages of an older store are found by their kind", async () => {
  using folder = tempFolder();
  using db = openDatabase(join(folder.path, storeFile), { synchronous: "normal" });
  migrate(db, storeFile, storeMigrations.slice(0, 6));
  const message = { kind: "mail", to: ["ada@example.org"], subject: "Hot", text: "It is hot." } as const;
  db.run(
    `INSERT INTO outbox (key, account_id, sensor_id, chain_id, node_id, destination, message, created_ms, due_ms)
     VALUES ('k', 1, 1, 1, 'tell', 'mail', ?, 1, 1)`,
    [JSON.stringify(message)],
  );
  migrate(db, storeFile, storeMigrations);
  const queries = new SqliteOutboxQueries(folder.path);
  expect(await queries.list({ kind: "mail", limit: 10 })).toMatchObject([{ key: "k", message }]);
  expect(await queries.list({ kind: "mqtt", limit: 10 })).toEqual([]);
  await queries.close();
});

test("finds messages of an account by an index, without reading others", () => {
  using folder = tempFolder();
  using db = openDatabase(join(folder.path, storeFile), { synchronous: "normal" });
  migrate(db, storeFile, storeMigrations);
  // The plan does not tell: for a computed column it names no index as covering. The program does.
  const program = db
    .query<{ opcode: string; p1: number }, []>(
      `EXPLAIN SELECT id FROM outbox
       WHERE account_id = 1 AND state = 'dead' AND kind = 'mail' AND chain_id = 1 AND sensor_id = 1
       ORDER BY id DESC`,
    )
    .all();
  const cursorsOf = (wanted: string) =>
    program.filter(({ opcode }) => opcode === wanted).map(({ p1: cursor }) => cursor);
  const [index] = cursorsOf("DeferredSeek");
  expect(cursorsOf("Column")).toEqual([index!, index!, index!, index!]);
});

test("where there is no store yet, there is nothing to list", async () => {
  using folder = tempFolder();
  const queries = new SqliteOutboxQueries(folder.path);
  expect([await queries.list({ limit: 10 }), await queries.find(1)]).toEqual([[], null]);
  await queries.close();
});
