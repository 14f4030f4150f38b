import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { migrate, openDatabase } from "../../platform/sqlite/open-database.ts";
import { onlyPartition } from "../../queue/position.ts";
import { at } from "../../queue/test-positions.ts";
import { SqliteStoreReader } from "../engine/sqlite/sqlite-store-reader.ts";
import { storeFile, storeMigrations } from "../engine/sqlite/store-schema.ts";
import { openTestStore } from "../engine/sqlite/test-store.ts";
import { TestOwner } from "../test-owner.ts";
import { outboxContract } from "./outbox-store.contract.ts";
import { outboxQueries } from "./queries.ts";

outboxContract("Outbox on SQLite", {
  open: async (dataDir, options) => openTestStore(dataDir, options),
  openQueries: async (dataDir) => outboxQueries(new SqliteStoreReader(dataDir)),
});

test("keeps the messages of a synced batch after a power cut, and writes later ones again with their keys", async () => {
  const message = { kind: "mail", to: ["ada@example.org"], subject: "Hot", text: "It is hot." } as const;
  const from = { accountId: 1, sensorId: 1, chainId: 1, nodeId: "tell", destination: "mail" };
  const entry = (key: string) => ({ ...from, key, message, nowMs: 1 });
  using folder = tempFolder();
  const store = openTestStore(folder.path);
  const writer = await TestOwner.of(store);
  await writer.commit({ messages: [entry("synced")], to: at(1) });
  const durable = await store.settlement.rest(onlyPartition);
  await writer.commit({ messages: [entry("later")], to: at(2) });
  using left = tempFolder();
  // The write-ahead log is not synced, so a power cut may take all of it.
  await Bun.write(join(left.path, storeFile), Bun.file(join(folder.path, storeFile)));
  const after = openTestStore(left.path);
  const keys = async () => {
    const queries = outboxQueries(new SqliteStoreReader(left.path));
    const records = await queries.list({ limit: 10 });
    await queries.close();
    return records.map(({ key }) => key);
  };
  // Messages are kept or lost together with the position of their batch.
  expect((await after.queries.progress(onlyPartition)).position).toEqual(durable);
  expect(await keys()).toEqual(["synced"]);
  await (await TestOwner.of(after)).commit({ messages: [entry("synced"), entry("later")], to: at(2) });
  expect(await keys()).toEqual(["later", "synced"]);
  await after.close();
  await store.close();
});

test("finds messages of an older store by their kind", async () => {
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
  const queries = outboxQueries(new SqliteStoreReader(folder.path));
  expect(await queries.list({ kind: "mail", limit: 10 })).toMatchObject([{ key: "k", message }]);
  expect(await queries.list({ kind: "mqtt", limit: 10 })).toEqual([]);
  await queries.close();
});

test("finds messages of an account by an index, without reading others", () => {
  using folder = tempFolder();
  using db = openDatabase(join(folder.path, storeFile), { synchronous: "normal" });
  migrate(db, storeFile, storeMigrations);
  // The query plan does not tell, because it names no covering index for a computed column. The bytecode does.
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

test("lists nothing if there is no store yet", async () => {
  using folder = tempFolder();
  const queries = outboxQueries(new SqliteStoreReader(folder.path));
  expect([await queries.list({ limit: 10 }), await queries.find(1)]).toEqual([[], null]);
  await queries.close();
});
