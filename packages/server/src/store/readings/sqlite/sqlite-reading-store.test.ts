import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { testOnSmallDisk } from "../../../../../../tests/harness/test-on-small-disk.ts";
import { gatherPages } from "../../../platform/gather-pages.ts";
import { NewerDatabaseError } from "../../../platform/sqlite/open-database.ts";
import { at } from "../../../queue/test-positions.ts";
import { pinStore } from "../../engine/sqlite/pin-store.ts";
import { storeFile } from "../../engine/sqlite/store-schema.ts";
import { readingStoreContract } from "../reading-store.contract.ts";
import { SqliteReadingQueries } from "./sqlite-reading-queries.ts";
import { TestReadingStore } from "./test-reading-store.ts";

const none = { saved: 0, alreadyStored: 0, ended: 0, dead: 0 };

readingStoreContract("SqliteReadingStore", {
  open: async (dataDir) => new TestReadingStore(dataDir),
  openQueries: async (dataDir) => new SqliteReadingQueries(dataDir),
});

/** Commits a batch of one row from one position to the next. */
function commitOne(store: TestReadingStore, from: number, to: number): void {
  store.begin();
  store.save(1, to, 1, to, -1, 0, "");
  store.commit(at(from), at(to), none);
}

test("claims nothing new with sync while a reader holds part of the log, and catches up afterwards", () => {
  using folder = tempFolder();
  const store = new TestReadingStore(folder.path);
  commitOne(store, 0, 100);
  expect(store.sync()).toEqual(at(100));
  {
    using _reader = pinStore(folder.path);
    commitOne(store, 100, 200);
    expect(store.sync()).toEqual(at(100));
    commitOne(store, 200, 300);
    expect(store.sync()).toEqual(at(100));
    expect(store.progress().position).toEqual(at(300));
  }
  expect(store.sync()).toEqual(at(300));
  store.close();
});

test("claims only what is in the file if it is opened while a reader is in the way", () => {
  using folder = tempFolder();
  const store = new TestReadingStore(folder.path);
  commitOne(store, 0, 100);
  store.sync();
  using _reader = pinStore(folder.path);
  commitOne(store, 100, 200);
  const second = new TestReadingStore(folder.path);
  expect(second.sync().sequence).toBeLessThanOrEqual(100);
  expect(second.progress().position).toEqual(at(200));
  second.close();
  store.close();
});

test("has in the file itself what sync called durable, without the write-ahead log", async () => {
  using folder = tempFolder();
  using copy = tempFolder();
  const store = new TestReadingStore(folder.path);
  commitOne(store, 0, 100);
  store.sync();
  commitOne(store, 100, 200);
  await Bun.write(join(copy.path, storeFile), Bun.file(join(folder.path, storeFile)));
  const afterPowerCut = new TestReadingStore(copy.path);
  expect(afterPowerCut.progress().position).toEqual(at(100));
  expect(await gatherPages(new SqliteReadingQueries(copy.path).readings({ sensorId: 1 }))).toHaveLength(1);
  afterPowerCut.close();
  store.close();
});

test("leaves the store as it was if a process is killed in the middle of a batch", async () => {
  using folder = tempFolder();
  const store = new TestReadingStore(folder.path);
  commitOne(store, 0, 100);
  const script = `
    const { TestReadingStore } = await import(${JSON.stringify(join(import.meta.dir, "test-reading-store.ts"))});
    const store = new TestReadingStore(process.argv[1]);
    store.begin();
    for (let i = 0; i < 100_000; i++) store.save(2, i, i, i, -1, 0, "");
    process.stdout.write("half way");
    setInterval(() => undefined, 1000);`;
  const child = Bun.spawn([process.execPath, "-e", script, folder.path], { stderr: "inherit" });
  await child.stdout.getReader().read();
  child.kill("SIGKILL");
  await child.exited;
  expect(store.progress().position).toEqual(at(100));
  expect(await gatherPages(new SqliteReadingQueries(folder.path).readings({ sensorId: 2 }))).toEqual([]);
  commitOne(store, 100, 200);
  store.close();
});

test("refuses a store of a newer Weir", () => {
  using folder = tempFolder();
  new TestReadingStore(folder.path).close();
  {
    using db = new Database(join(folder.path, storeFile));
    db.run("PRAGMA user_version = 1000");
  }
  expect(() => new TestReadingStore(folder.path)).toThrow(NewerDatabaseError);
});

testOnSmallDisk(
  "refuses a whole batch on a full disk, and continues when there is space again",
  async (disk) => {
    const store = new TestReadingStore(disk.path);
    commitOne(store, 0, 100);
    disk.fill();
    store.begin();
    expect(() => {
      for (let i = 0; i < 20_000; i++) store.save(2, i, i, i, -1, 0, `"${"x".repeat(100)}"`);
      store.commit(at(100), at(200), none);
    }).toThrow("full");
    store.rollback();
    expect(store.progress().position).toEqual(at(100));
    disk.free();
    commitOne(store, 100, 200);
    expect(store.sync()).toEqual(at(200));
    expect(await gatherPages(new SqliteReadingQueries(disk.path).readings({ sensorId: 2 }))).toEqual([]);
    store.close();
  },
);

testOnSmallDisk(
  "loses nothing with a sync that finds no space, and claims everything with the next",
  async (disk) => {
    const store = new TestReadingStore(disk.path);
    store.begin();
    for (let i = 0; i < 2000; i++) store.save(1, i, i, i, -1, 0, `"${"x".repeat(100)}"`);
    store.commit(at(0), at(100), none);
    disk.fill();
    expect(store.sync()).toEqual(at(0));
    disk.free();
    expect(store.sync()).toEqual(at(100));
    expect(await gatherPages(new SqliteReadingQueries(disk.path).readings({ sensorId: 1 }))).toHaveLength(
      2000,
    );
    store.close();
  },
);
