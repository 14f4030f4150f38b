import { afterEach, beforeEach, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import type { ActivityRecord } from "../../activity/activity-record.ts";
import { onlyPartition } from "../../queue/position.ts";
import { removeAccount } from "../engine/postgres/account-remover.ts";
import { testDatabases } from "../engine/postgres/test-databases.ts";
import { openRecordStore } from "../engine/postgres/test-record-store.ts";
import { moveRequestRows } from "./row-mover-postgres.ts";
import { nthOf, perDevice, sampleRecord } from "./test-activity-scene.ts";
import { writeRequestRows } from "./test-request-rows.ts";
import { forgetRequests, PostgresRequestWriter } from "./writer-postgres.ts";

const requestsOf = (records: readonly ActivityRecord[]) => {
  return { records, keptPerDevice: perDevice, tenantOf: (accountId: number) => accountId };
};

describeUnless(await whyNoEngines(), "requests of devices in blocks", () => {
  const databases = testDatabases();
  let folder: ReturnType<typeof tempFolder>;
  let store: Awaited<ReturnType<typeof openRecordStore>>;
  let writer: PostgresRequestWriter;
  beforeEach(async () => {
    folder = tempFolder();
    store = await openRecordStore(await databases.urlOf(folder.path));
    writer = new PostgresRequestWriter();
  });
  afterEach(async () => {
    await store.close();
    folder[Symbol.dispose]();
  });

  const keep = (...records: ActivityRecord[]) =>
    store.database.write((tx) => writer.keep(tx, onlyPartition, requestsOf(records)));
  const found = async (query = {}) =>
    (await store.activityQueries.requests({ accountId: 1, limit: 1000, ...query })).map(nthOf);
  const numberOf = async (what: string): Promise<number> =>
    (await store.database.query<{ number: number }>(`SELECT count(*) AS number FROM weir_store.${what}`))
      .rows[0]!.number;
  /** Whether the id of a request is anywhere in the stored bytes. */
  const isStored = async (nth: number): Promise<boolean> => {
    const { rows } = await store.database.query(
      "SELECT FROM weir_store.request_blocks WHERE position(convert_to($1, 'UTF8') IN data) > 0",
      [`"${sampleRecord(nth).requestId}"`],
    );
    return rows.length > 0;
  };
  const someoneWaits = () =>
    waitUntil("a statement waits for a lock", async () => {
      const { rows } = await store.database.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rows.length > 0;
    });
  const moveAll = async (): Promise<void> => {
    while (await store.database.write((tx) => moveRequestRows(tx, onlyPartition)));
  };

  test("adds requests of an account to its last block until it is full", async () => {
    for (let nth = 0; nth < 150; nth++)
      await keep(
        sampleRecord(nth, { deviceId: nth }),
        sampleRecord(1000 + nth, { accountId: 2, deviceId: 1000 + nth }),
      );
    expect(await numberOf("request_blocks")).toBeWithin(4, 9);
    expect(await found()).toEqual(Array.from({ length: 150 }, (_, nth) => 149 - nth));
    expect(await found({ accountId: 2, limit: 2 })).toEqual([1149, 1148]);
  });

  test("finds trouble that was added to a block without any", async () => {
    await keep(sampleRecord(1));
    await keep(sampleRecord(2, { duplicates: 1 }));
    await keep(sampleRecord(3, { error: "invalid_token", status: 401 }));
    expect(await numberOf("request_blocks")).toBe(1);
    expect(await found({ reason: "dropped_duplicate" })).toEqual([2]);
    expect(await found({ reason: "invalid_token" })).toEqual([3]);
    expect(await found({ onlyTroubled: true })).toEqual([3, 2]);
  });

  test("begins a new block if the last one was deleted, or its transaction was undone", async () => {
    await keep(sampleRecord(1));
    await store.database.query("DELETE FROM weir_store.request_blocks");
    await keep(sampleRecord(2));
    expect(await found()).toEqual([2]);
    const undone = store.database.write(async (tx) => {
      await writer.keep(tx, onlyPartition, requestsOf([sampleRecord(3, { accountId: 2 })]));
      throw new Error("undone");
    });
    expect(await undone.catch((error: Error) => error.message)).toBe("undone");
    await keep(sampleRecord(4, { accountId: 2 }));
    expect(await found({ accountId: 2 })).toEqual([4]);
  });

  test("keeps requests that are larger than a page", async () => {
    const problems = { data: Array.from({ length: 3000 }, (_, nth) => `problem ${nth}`) };
    const large = sampleRecord(2, { problems, error: "validation_failed", status: 422 });
    await keep(sampleRecord(1), large, sampleRecord(3));
    expect(await store.activityQueries.requests({ accountId: 1, limit: 9 })).toEqual([
      sampleRecord(3),
      large,
      sampleRecord(1),
    ]);
  });

  test("deletes the requests of a device from the blocks that others are in too", async () => {
    await keep(...[1, 2, 3, 4].map((nth) => sampleRecord(nth, { deviceId: 7 + (nth % 2) })));
    await keep(sampleRecord(5, { deviceId: 9 }));
    expect(await isStored(2)).toBeTrue();
    await store.database.write((tx) => forgetRequests(tx, [7, 9]));
    expect(await found()).toEqual([3, 1]);
    expect(await Promise.all([1, 2, 3, 4, 5].map(isStored))).toEqual([true, false, true, false, false]);
    expect(await store.activityKeeper.devices()).toEqual(new Set([8]));
    for (const nth of [1, 3])
      expect(await store.activityQueries.request(1, sampleRecord(nth).requestId)).toEqual(
        sampleRecord(nth, { deviceId: 8 }),
      );
    await keep(sampleRecord(6, { deviceId: 8 }));
    expect(await found()).toEqual([6, 3, 1]);
  });

  test("deletes the requests of a device from many blocks, and of all partitions", async () => {
    for (const partition of [0, 5])
      for (let nth = 0; nth < 110; nth++)
        await store.database.write((tx) =>
          new PostgresRequestWriter().keep(
            tx,
            partition,
            requestsOf([sampleRecord(nth), sampleRecord(nth, { deviceId: 8 })]),
          ),
        );
    expect(await numberOf("request_blocks")).toBe(220);
    await store.database.write((tx) => forgetRequests(tx, [7]));
    expect(await found({ deviceId: 7 })).toEqual([]);
    expect(await found({ deviceId: 8 })).toHaveLength(220);
  });

  test("leaves nothing of a device in a block that its owner adds to meanwhile", async () => {
    await keep(sampleRecord(1), sampleRecord(2, { deviceId: 8 }));
    const adding = Promise.withResolvers<void>();
    const added = Promise.withResolvers<void>();
    const addition = store.database.write(async (tx) => {
      await writer.keep(tx, onlyPartition, requestsOf([sampleRecord(3), sampleRecord(4, { deviceId: 8 })]));
      added.resolve();
      await adding.promise;
    });
    await added.promise;
    const forgotten = store.database.write((tx) => forgetRequests(tx, [7]));
    await someoneWaits();
    adding.resolve();
    await Promise.all([addition, forgotten]);
    expect(await found()).toEqual([4, 2]);
    expect(await Promise.all([1, 3].map(isStored))).toEqual([false, false]);
  });

  test("deletes the blocks of an account, those of a partition at a time", async () => {
    await keep(sampleRecord(1), sampleRecord(2, { accountId: 2 }));
    await store.database.write((tx) => writer.keep(tx, 5, requestsOf([sampleRecord(3)])));
    const remove = (partition: number) =>
      store.database.write((tx) =>
        removeAccount(tx, { partition, isLeading: false, accountId: 1, max: 100 }),
      );
    expect(await remove(0)).toBe(1);
    expect(await found()).toEqual([3]);
    expect(await remove(5)).toBe(1);
    expect(await found()).toEqual([]);
    expect(await found({ accountId: 2 })).toEqual([2]);
  });

  test("shows rows of earlier versions among the blocks, and moves them", async () => {
    const { database } = store;
    const troubled = sampleRecord(3, { duplicates: 1 });
    await writeRequestRows(database, [sampleRecord(1), troubled, sampleRecord(5, { deviceId: 8 })]);
    await keep(sampleRecord(2), sampleRecord(4, { duplicates: 2 }), sampleRecord(6));
    const check = async () => {
      expect(await found()).toEqual([6, 5, 4, 3, 2, 1]);
      expect(await found({ limit: 3 })).toEqual([6, 5, 4]);
      expect(await found({ before: sampleRecord(4), limit: 2 })).toEqual([3, 2]);
      expect(await found({ deviceId: 7 })).toEqual([6, 4, 3, 2, 1]);
      expect(await found({ reason: "dropped_duplicate" })).toEqual([4, 3]);
      expect(await store.activityQueries.request(1, troubled.requestId)).toEqual(troubled);
      expect(await store.activityKeeper.devices()).toEqual(new Set([7, 8]));
    };
    await check();
    await moveAll();
    expect(await numberOf("requests")).toBe(0);
    await check();
  });

  test("moves only rows of the partition, some at a time", async () => {
    const records = Array.from({ length: 1001 }, (_, nth) => sampleRecord(nth, { deviceId: nth }));
    await writeRequestRows(store.database, records);
    await writeRequestRows(store.database, [sampleRecord(2000)], 1);
    const move = () => store.database.write((tx) => moveRequestRows(tx, onlyPartition));
    expect([await move(), await numberOf("requests")]).toEqual([true, 2]);
    expect([await move(), await numberOf("requests")]).toEqual([false, 1]);
    expect(await found({ limit: 2000 })).toEqual([2000, ...records.map(nthOf).reverse()]);
  });

  test("deletes the rows of earlier versions with a device and with an account, also while they are moved", async () => {
    const { database } = store;
    await writeRequestRows(database, [sampleRecord(1), sampleRecord(2, { deviceId: 8 })]);
    const moving = Promise.withResolvers<void>();
    const moved = Promise.withResolvers<void>();
    const move = database.write(async (tx) => {
      await moveRequestRows(tx, onlyPartition);
      moved.resolve();
      await moving.promise;
    });
    await moved.promise;
    const forgotten = database.write((tx) => forgetRequests(tx, [7]));
    await someoneWaits();
    moving.resolve();
    await Promise.all([move, forgotten]);
    expect(await found()).toEqual([2]);
    await writeRequestRows(database, [sampleRecord(3)]);
    await database.write((tx) =>
      removeAccount(tx, { partition: 0, isLeading: false, accountId: 1, max: 100 }),
    );
    expect(await found()).toEqual([]);
  });

  test("leaves out requests whose line cannot be read, and loses nothing else", async () => {
    await keep(sampleRecord(1), sampleRecord(2), sampleRecord(3));
    await store.database.query(
      `UPDATE weir_store.request_blocks
       SET data = overlay(data PLACING '\\x7b' FROM position(convert_to($1, 'UTF8') IN data))`,
      [`["${sampleRecord(2).requestId}"`],
    );
    expect(await found()).toEqual([3, 1]);
    expect(await found({ onlyTroubled: true })).toEqual([]);
    expect(await store.activityQueries.request(1, sampleRecord(2).requestId)).toBeNull();
    await keep(...Array.from({ length: 700 }, (_, nth) => sampleRecord(10 + nth)));
    expect((await found()).slice(0, 2)).toEqual([709, 708]);
  });
});
