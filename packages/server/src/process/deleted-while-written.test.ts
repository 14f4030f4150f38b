import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { describeUnless } from "../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../tests/harness/engines.ts";
import { tempFolder } from "../../../../tests/harness/temp-folder.ts";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import { openDatabase } from "../platform/sqlite/open-database.ts";
import { type ActivityQueries, activityQueries } from "../store/activity/queries.ts";
import { lockPartition } from "../store/engine/postgres/partition-row.ts";
import { testDatabases } from "../store/engine/postgres/test-databases.ts";
import { openRecordStore } from "../store/engine/postgres/test-record-store.ts";
import { SqliteStoreReader } from "../store/engine/sqlite/sqlite-store-reader.ts";
import { storeFile } from "../store/engine/sqlite/store-schema.ts";
import { TestDeviceActivity } from "./test-device-activity.ts";

let folder: ReturnType<typeof tempFolder>;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** The devices that something is kept about: their requests, and when they were last refused. */
async function keptDevices(queries: ActivityQueries): Promise<number[]> {
  const requests = await queries.requests({ accountId: 1, limit: 100 });
  const devices = [...requests.map(({ deviceId }) => deviceId), ...(await queries.troubledSince(0))];
  return [...new Set(devices)].sort();
}

test("leaves nothing of a device whose activity waits to be written while it is deleted", async () => {
  const thread = new Worker(new URL("./test-writing-thread.ts", import.meta.url).href);
  const step = (message: string) =>
    new Promise<string>((resolve) => {
      thread.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
      thread.postMessage(message);
    });
  expect(await step(folder.path)).toBe("has written");
  const queries = activityQueries(new SqliteStoreReader(folder.path));
  expect(await keptDevices(queries)).toEqual([7, 8]);
  using db = openDatabase(join(folder.path, storeFile), { synchronous: "normal" });
  db.run("BEGIN IMMEDIATE");
  expect(db.run("DELETE FROM requests WHERE device_id = 7").changes).toBe(1);
  expect(await step("write")).toBe("writes");
  db.run("COMMIT");
  expect(await step("deleted")).toBe("settled");
  expect(await keptDevices(queries)).toEqual([8]);
  await queries.close();
  thread.terminate();
});

describeUnless(await whyNoEngines(), "on PostgreSQL", () => {
  const databases = testDatabases();
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function start(partition: number) {
    const store = await openRecordStore(await databases.urlOf(folder.path), {}, partition);
    closing.push(() => store.close());
    const { epoch } = await store.ownership.take(partition);
    const { activityKeeper, database } = store;
    const activity = new TestDeviceActivity({ store: activityKeeper, epoch, isOwn: partition === 7 });
    return { activity, database, queries: store.activityQueries, owned: { partition, epoch } };
  }

  type Processor = Awaited<ReturnType<typeof start>>;

  /** Keeps the partition locked, as each of its transactions does, until the returned function is called. */
  async function hold({ database, owned }: Processor) {
    const begun = Promise.withResolvers<void>();
    const ending = Promise.withResolvers<void>();
    const held = database.write(async (tx) => {
      await lockPartition(tx, owned);
      begun.resolve();
      await ending.promise;
    });
    await begun.promise;
    return () => {
      ending.resolve();
      return held;
    };
  }

  function writeWaits({ database }: Processor): Promise<void> {
    return waitUntil("the write waits for the lock", async () => {
      const { rows } = await database.query(
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rows.length > 0;
    });
  }

  test("leaves nothing of a device whose activity waits to be written while it is deleted", async () => {
    const owner = await start(7);
    const { activity, queries } = owner;
    await activity.write(1);
    const release = await hold(owner);
    const written = activity.write(2);
    await writeWaits(owner);
    activity.hearOfDeletion();
    await release();
    await written;
    expect(await keptDevices(queries)).toEqual([7, 8]);
    await activity.settle();
    expect(await keptDevices(queries)).toEqual([8]);
  });

  test("leaves nothing of a device that another process writes about after its owner has deleted everything", async () => {
    const [owner, other] = [await start(7), await start(1)];
    const release = await hold(other);
    const written = other.activity.write(1);
    await writeWaits(other);
    owner.activity.hearOfDeletion();
    await owner.activity.settle();
    await release();
    await written;
    expect(await keptDevices(owner.queries)).toEqual([7, 8]);
    other.activity.hearOfDeletion();
    await other.activity.settle();
    expect(await keptDevices(owner.queries)).toEqual([8]);
  });
});
