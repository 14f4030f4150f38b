import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { describeUnless } from "../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../tests/harness/engines.ts";
import { sharedPostgres, type TestDatabases } from "../../../../tests/harness/shared-postgres.ts";
import { gatherPages } from "../platform/gather-pages.ts";
import { onlyPartition } from "../queue/position.ts";
import { at } from "../queue/test-positions.ts";
import type { KeptDeadLetter } from "../store/dead-letters/record.ts";
import { openRecordStore } from "../store/engine/postgres/test-record-store.ts";
import type { Processor } from "./processor.ts";
import { endingSensor, savingSensor, TestProcessing, type TestReading } from "./test-processing.ts";

setDefaultTimeout(60_000);

/** A value that the stores of these tests refuse. */
const refused = -666;

/** A processor on one of the engines, and what it has stored. */
interface Scene extends AsyncDisposable {
  readonly queue: TestProcessing;
  readonly processor: Processor;
  values(): Promise<number[]>;
  letters(): Promise<Letter[]>;
  refuse(what: Refused): Promise<void>;
}

/** Rows that a store can be made to refuse. */
type Refused = "letters with metadata" | "letters" | "battery levels";

type Letter = Pick<KeptDeadLetter, "reason" | "atUs" | "accountId" | "raw">;

async function onSqlite(): Promise<Scene> {
  const queue = new TestProcessing();
  queue.refuse("readings", `NEW.value = ${refused}`);
  return {
    queue,
    processor: queue.processor(),
    values: async () => queue.values(),
    letters: async () => queue.deadLetters(),
    async refuse(what) {
      if (what === "battery levels") queue.refuse("battery_levels", "true");
      else queue.refuse("dead_letters", what === "letters" ? "true" : "NEW.metadata IS NOT NULL");
    },
    [Symbol.asyncDispose]: async () => queue[Symbol.dispose](),
  };
}

async function onPostgres(url: string): Promise<Scene> {
  const queue = new TestProcessing();
  const store = await openRecordStore(url);
  const { epoch } = await store.ownership.take(onlyPartition);
  const { settlement, queries, database } = store;
  await database.query(`ALTER TABLE weir_store.readings ADD CHECK (value <> ${refused})`);
  return {
    queue,
    processor: queue.processor({ settlement, queries, epoch }),
    values: async () =>
      (await gatherPages(store.readingQueries.readings({ sensorId: savingSensor }))).map(
        ({ value }) => value,
      ),
    letters: async () =>
      (
        await database.query<Letter>(
          `SELECT reason, at_us AS "atUs", account_id AS "accountId", raw FROM weir_store.dead_letters ORDER BY id`,
        )
      ).rows,
    async refuse(what) {
      const table = what === "battery levels" ? "battery_levels" : "dead_letters";
      const taken = what === "letters with metadata" ? "metadata IS NULL" : "false";
      await database.query(`ALTER TABLE weir_store.${table} ADD CHECK (${taken})`);
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      queue[Symbol.dispose]();
    },
  };
}

async function settleAll({ processor }: Scene): Promise<void> {
  while ((await processor.settleNext()) > 0 || (await processor.settleParked()));
}

function readings(from: number, values: readonly number[], metadata = ""): TestReading[] {
  return values.map((value, nth) => ({ sensorId: savingSensor, atUs: from + nth, value, metadata }));
}

function testOn(open: () => Promise<Scene>): void {
  const kinds = { "single readings": '{"a":1}', "a stretch": "" };
  for (const [kind, metadata] of Object.entries(kinds))
    test(`one refused reading among ${kind} becomes a dead letter, and all others of the partition are stored`, async () => {
      await using scene = await open();
      const { queue, processor } = scene;
      queue.append({ readings: readings(0, [1, 2, 3], metadata) });
      queue.append(
        { readings: readings(10, [4, 5, refused, 6, 7], metadata) },
        { readings: [{ sensorId: endingSensor, atUs: 20, value: 1 }] },
      );
      const end = queue.append({ readings: readings(30, [8, 9], metadata) });
      await settleAll(scene);
      expect(await scene.values()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      const letters = await scene.letters();
      expect(letters).toHaveLength(1);
      expect(letters[0]).toMatchObject({ atUs: 12, accountId: 1 });
      expect(letters[0]!.reason).toStartWith("The store refused the reading: ");
      expect(processor.progress).toEqual({
        position: at(end),
        saved: 9,
        alreadyStored: 0,
        ended: 1,
        dead: 1,
      });
    });

  test("each of many refused readings of one request becomes a dead letter", async () => {
    await using scene = await open();
    scene.queue.append({ readings: readings(0, [refused, 1, refused, refused, 2, refused], '{"a":1}') });
    await settleAll(scene);
    expect(await scene.values()).toEqual([1, 2]);
    expect((await scene.letters()).map(({ atUs }) => atUs)).toEqual([0, 2, 3, 5]);
  });

  test("a reading whose dead letter is refused too gets a letter with the reading as bytes, and others are stored", async () => {
    await using scene = await open();
    await scene.refuse("letters with metadata");
    scene.queue.append({ readings: readings(10, [1, refused, 2], '{"a":1}') });
    scene.queue.append({ readings: readings(20, [3]) });
    await settleAll(scene);
    expect(await scene.values()).toEqual([1, 2, 3]);
    const letters = await scene.letters();
    expect(letters).toMatchObject([{ atUs: null, accountId: 1 }]);
    expect(letters[0]!.reason).toStartWith("The store refused the reading: ");
    expect(JSON.parse(Buffer.from(letters[0]!.raw!).toString())).toMatchObject({
      at_us: 11,
      value: refused,
      metadata: '{"a":1}',
    });
    expect(scene.processor.progress).toMatchObject({ saved: 3, dead: 1 });
  });

  test("readings and bytes are counted as dead if the store takes no dead letter of them, and others are stored", async () => {
    await using scene = await open();
    await scene.refuse("letters");
    scene.queue.append({ readings: readings(10, [1, refused, 2], '{"a":1}') });
    scene.queue.appendRaw(new Uint8Array([0xff, 0xff, 0xff]), 4);
    const end = scene.queue.append({ readings: readings(20, [3]) });
    await settleAll(scene);
    expect(await scene.values()).toEqual([1, 2, 3]);
    expect(await scene.letters()).toEqual([]);
    expect(scene.processor.progress).toMatchObject({ position: at(end), saved: 3, dead: 5 });
  });

  test("a refused battery level does not hold up its partition", async () => {
    await using scene = await open();
    await scene.refuse("battery levels");
    scene.queue.append({ readings: readings(10, [1, 2]), batteryVolts: 3 });
    scene.queue.append({ readings: readings(20, [3]) });
    await settleAll(scene);
    expect(await scene.values()).toEqual([2, 3]);
    expect(scene.processor.progress).toMatchObject({ saved: 2, dead: 1 });
  });
}

testOn(onSqlite);
describeUnless(await whyNoEngines(), "on PostgreSQL", () => {
  let databases: TestDatabases;
  beforeAll(async () => {
    databases = await sharedPostgres();
  });
  afterAll(() => databases[Symbol.asyncDispose]());
  testOn(async () => onPostgres(await databases.create()));
});
