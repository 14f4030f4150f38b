import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { sharedPostgres, type TestDatabases } from "../../../../../../tests/harness/shared-postgres.ts";
import { OwnershipLostError } from "../../../queue/ownership.ts";
import { at } from "../../../queue/test-positions.ts";
import { StalePositionError } from "../../partition-progress.ts";
import { SavedReadings } from "../../readings/saved-readings.ts";
import { type Subject, settlementContract } from "../../settlement.contract.ts";
import type { SettledBatch } from "../../settlement.ts";
import { StoreFault } from "../../store-fault.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { readLastEntries, readProgress } from "./partition-row.ts";
import type { StoreDatabase } from "./store-database.ts";
import { emptyBatch } from "./test-batch.ts";
import { testDatabases } from "./test-databases.ts";
import { openTestStore } from "./test-postgres-store.ts";
import { openRecordStore } from "./test-record-store.ts";

/** One table per subject that no other subject writes first. */
const tables: Record<Subject, string> = {
  readings: "readings",
  batteryLevels: "battery_levels",
  states: "node_states",
  alarms: "alarms",
  deadLetters: "dead_letters",
  messages: "outbox",
  nodeCounts: "partition_node_counts",
  nodeErrors: "node_errors",
  statistics: "sensor_statistics",
  fates: "receipts",
  unsavedEnds: "unsaved_ends",
  chainUses: "chains_in_use",
  parked: "parked_frames",
};

const noEngines = await whyNoEngines();

describeUnless(noEngines, "PostgreSQL", () => {
  const databases = testDatabases();

  async function inDatabase<T>(dataDir: string, work: (database: StoreDatabase) => Promise<T>): Promise<T> {
    const { database, close } = await openTestStore(await databases.urlOf(dataDir));
    try {
      return await work(database);
    } finally {
      await close();
    }
  }

  settlementContract("PostgresSettlement", {
    syncs: "each commit",
    open: async (dataDir) => openRecordStore(await databases.urlOf(dataDir)),
    async breakSubject(dataDir, subject) {
      await inDatabase(dataDir, (database) =>
        database.query(`
          CREATE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'a fault'; END $$;
          CREATE TRIGGER fault BEFORE INSERT ON weir_store.${tables[subject]} FOR EACH ROW EXECUTE FUNCTION fault()`),
      );
      return {
        mend: () =>
          inDatabase(dataDir, async (database) => void (await database.query("DROP FUNCTION fault CASCADE"))),
      };
    },
    countRows: (dataDir) =>
      inDatabase(dataDir, async (database) => {
        const counts = Object.entries(tables).map(async ([subject, table]) => {
          const { rows } = await database.query<{ count: number }>(
            `SELECT count(*) FROM weir_store.${table}`,
          );
          return [subject, rows[0]!.count];
        });
        return Object.fromEntries(await Promise.all(counts)) as Record<Subject, number>;
      }),
  });
});

describeUnless(noEngines, "a batch on PostgreSQL", () => {
  let databases: TestDatabases;
  let url: string;
  let store: Awaited<ReturnType<typeof openTestStore>>;
  const others: (typeof store)[] = [];
  const written: string[] = [];
  let fault: Error | null = null;
  const writer: BatchWriter = {
    async write(tx, batch, { counts }) {
      const { rows } = await tx.query<{ setting: string }>(
        `SELECT concat_ws(' ', current_setting('synchronous_commit'), current_setting('idle_in_transaction_session_timeout')) AS setting`,
      );
      written.push(`${batch.to.sequence} ${counts.saved} ${rows[0]!.setting}`);
      if (fault !== null) throw fault;
    },
  };

  beforeAll(async () => {
    databases = await sharedPostgres();
  });

  afterAll(() => databases[Symbol.asyncDispose]());

  beforeEach(async () => {
    url = await databases.create();
    written.length = 0;
    fault = null;
    store = await openTestStore(url, [writer]);
  });

  afterEach(async () => {
    for (const one of [store, ...others.splice(0)]) await one.close();
  });

  function batch(from: number, to: number): SettledBatch {
    const saves = new SavedReadings();
    saves.add(3, to, 21.5, 1000, -1, 0, "");
    return emptyBatch({ from: at(from), to: at(to), saves });
  }

  const readings = async (): Promise<number> => {
    const { rows } = await store.database.query<{ count: number }>(
      "SELECT count(*) FROM weir_store.readings",
    );
    return rows[0]!.count;
  };

  test("is written with its records, counts and position, and is durable", async () => {
    const { epoch } = await store.ownership.take(0);
    expect(await store.settlement.durable(0)).toEqual(at(0));
    expect(await store.settlement.commit(batch(0, 10), epoch)).toEqual([]);
    expect(written).toEqual(["10 1 on 3s"]);
    expect(await readProgress(store.database, 0)).toEqual({
      position: at(10),
      saved: 1,
      alreadyStored: 0,
      ended: 0,
      dead: 0,
    });
    expect(await store.settlement.durable(0)).toEqual(at(10));
  });

  test("notes which entries are settled, and forgets that if others have settled entries without noting them", async () => {
    const { epoch } = await store.ownership.take(0);
    const lastEntries = new Map([["a writer", { number: 7, appendedMs: 1_780_000_000_000 }]]);
    expect(await readLastEntries(store.database, 0)).toEqual(new Map());
    await store.settlement.commit({ ...batch(0, 10), lastEntries }, epoch);
    await store.settlement.commit(batch(10, 10), epoch);
    expect(await readLastEntries(store.database, 0)).toEqual(lastEntries);
    fault = new StoreFault("on purpose", { cause: null });
    const later = new Map([["a writer", { number: 8, appendedMs: 1_780_000_000_000 }]]);
    await store.settlement.commit({ ...batch(10, 30), lastEntries: later }, epoch).catch(() => undefined);
    expect(await readLastEntries(store.database, 0)).toEqual(lastEntries);
    fault = null;
    await store.settlement.commit(batch(10, 40), epoch);
    expect(await readLastEntries(store.database, 0)).toEqual(new Map());
  });

  test("is synced at its commit even if the server is set not to, and ended when its process stops", async () => {
    await store.database.query(
      `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`,
    );
    const later = await openTestStore(url, [writer]);
    others.push(later);
    const { epoch } = await later.ownership.take(0);
    await later.settlement.commit(batch(0, 10), epoch);
    expect(written).toEqual(["10 1 on 3s"]);
  });

  test("is refused if its owner lost the partition, and nothing of it is written", async () => {
    const { epoch } = await store.ownership.take(0);
    const other = await openTestStore(url);
    others.push(other);
    await other.ownership.take(0);
    const refused = await store.settlement.commit(batch(0, 10), epoch).catch((error) => error);
    expect(refused).toBeInstanceOf(OwnershipLostError);
    expect([await readings(), written]).toEqual([0, []]);
  });

  test("is refused if it is committed again, and changes nothing", async () => {
    const { epoch } = await store.ownership.take(0);
    await store.settlement.commit(batch(0, 10), epoch);
    const again = await store.settlement.commit(batch(0, 10), epoch).catch((error) => error);
    expect(again).toBeInstanceOf(StalePositionError);
    expect([await readings(), written]).toEqual([1, ["10 1 on 3s"]]);
  });

  test("leaves nothing behind if its records cannot be written", async () => {
    const { epoch } = await store.ownership.take(0);
    fault = new StoreFault("on purpose", { cause: null });
    expect(await store.settlement.commit(batch(0, 10), epoch).catch((error) => error)).toBe(fault);
    expect(await readings()).toBe(0);
    fault = null;
    await store.settlement.commit(batch(0, 10), epoch);
    expect(await readings()).toBe(1);
  });

  test("is a StoreFault with the server's code if the server cannot write it", async () => {
    const { epoch } = await store.ownership.take(0);
    await store.database.query("DROP TABLE weir_store.readings");
    const failed = await store.settlement.commit(batch(0, 10), epoch).catch((error) => error);
    expect(failed).toBeInstanceOf(StoreFault);
    expect(failed.cause.code).toBe("42P01");
  });
});
