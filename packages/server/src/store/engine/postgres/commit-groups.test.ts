import { afterEach, beforeEach, expect, test } from "bun:test";
import { createConnection, createServer } from "node:net";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { StalePositionError } from "../../partition-progress.ts";
import { SavedReadings } from "../../readings/saved-readings.ts";
import type { SettledBatch } from "../../settlement.ts";
import { StoreFault } from "../../store-fault.ts";
import { emptyBatch } from "./test-batch.ts";
import { testDatabases } from "./test-databases.ts";
import { openRecordStore } from "./test-record-store.ts";

const partitions = [0, 1, 2, 3];

describeUnless(await whyNoEngines(), "batches of several partitions that are committed at once", () => {
  const databases = testDatabases();
  let folder: ReturnType<typeof tempFolder>;
  let url: string;
  let store: Awaited<ReturnType<typeof openRecordStore>>;
  let epochs: Map<number, number>;

  beforeEach(async () => {
    folder = tempFolder();
    url = await databases.urlOf(folder.path);
    store = await openRecordStore(url);
    epochs = await takeAll(store);
  });

  afterEach(async () => {
    await store.close();
    folder[Symbol.dispose]();
  });

  async function takeAll({ ownership }: typeof store): Promise<Map<number, number>> {
    const taken = new Map<number, number>();
    for (const partition of partitions) taken.set(partition, (await ownership.take(partition)).epoch);
    return taken;
  }

  function batch(partition: number, from: number, given: Partial<SettledBatch> = {}): SettledBatch {
    const saves = new SavedReadings();
    saves.add(partition + 1, from + 1, 21.5, 1000, -1, 0, "");
    return emptyBatch({
      saves,
      from: { partition, sequence: from },
      to: { partition, sequence: from + 1 },
      ...given,
    });
  }

  const commit = (of: SettledBatch, on = store) =>
    on.settlement.commit(of, epochs.get(of.to.partition)!).catch((fault: unknown) => fault);
  const positions = async () => {
    const { rows } = await store.database.query<{ position: number; xmin: string }>(
      "SELECT position, xmin::text FROM weir_store.partitions WHERE partition < 4 ORDER BY partition",
    );
    return rows;
  };
  const readings = async () =>
    (await store.database.query<{ rows: number }>("SELECT count(*) AS rows FROM weir_store.readings"))
      .rows[0]!.rows;

  test("share a transaction if they come while another one is under way", async () => {
    const outcomes = await Promise.all(partitions.map((partition) => commit(batch(partition, 0))));
    expect(outcomes).toEqual([[], [], [], []]);
    const rows = await positions();
    expect(rows.map(({ position }) => position)).toEqual([1, 1, 1, 1]);
    expect(new Set(rows.slice(1).map(({ xmin }) => xmin)).size).toBe(1);
    expect(await readings()).toBe(4);
    for (const partition of partitions)
      expect(await store.settlement.durable(partition)).toEqual({ partition, sequence: 1 });
  });

  test("tell each which of its readings were stored already", async () => {
    const twice = (partition: number) => {
      const saves = new SavedReadings();
      for (let time = 0; time < 2; time++) saves.add(partition + 1, 5, 21.5, 1000, -1, 0, "");
      return batch(partition, 0, { saves });
    };
    const outcomes = await Promise.all(
      partitions.map((partition) => commit(partition === 2 ? twice(partition) : batch(partition, 0))),
    );
    expect(outcomes).toEqual([[], [], [1], []]);
    const { rows } = await store.database.query(
      `SELECT saved, already_stored AS "alreadyStored" FROM weir_store.partitions WHERE partition IN (2, 3)
       ORDER BY partition`,
    );
    expect(rows).toEqual([
      { saved: 1, alreadyStored: 1 },
      { saved: 1, alreadyStored: 0 },
    ]);
  });

  test("have only their own faults", async () => {
    const saves = new SavedReadings();
    saves.add(3, 5, Number.NaN, 1000, -1, 0, "");
    const faulty = new Error("on purpose");
    const outcomes = await Promise.all([
      commit(batch(0, 0)),
      commit(batch(1, 7)),
      commit(batch(2, 0, { saves })),
      commit(
        batch(3, 0, {
          complete: () => {
            throw faulty;
          },
        }),
      ),
    ]);
    expect(outcomes[0]).toEqual([]);
    expect(outcomes[1]).toBeInstanceOf(StalePositionError);
    expect(outcomes[2]).toBeInstanceOf(StoreFault);
    expect((outcomes[2] as StoreFault).isOfData).toBeTrue();
    expect(outcomes[3]).toBe(faulty);
    expect((await positions()).map(({ position }) => position)).toEqual([1, 0, 0, 0]);
    expect(await readings()).toBe(1);
    const again = await Promise.all(
      partitions.map((partition) => commit(batch(partition, partition === 0 ? 1 : 0))),
    );
    expect(again).toEqual([[], [], [], []]);
    expect(await readings()).toBe(5);
  });

  test("do not wait for a partition that somebody else has locked", async () => {
    let locked!: Promise<unknown>;
    await store.database.write(async (tx) => {
      await tx.query("SELECT FROM weir_store.partitions WHERE partition = 2 FOR UPDATE");
      const commits = partitions.map((partition) => commit(batch(partition, 0)));
      locked = commits[2]!;
      expect(await Promise.all(commits.filter((_, partition) => partition !== 2))).toEqual([[], [], []]);
      expect((await positions()).map(({ position }) => position)).toEqual([1, 1, 0, 1]);
    });
    expect(await locked).toEqual([]);
    expect((await positions()).map(({ position }) => position)).toEqual([1, 1, 1, 1]);
  });

  test("take two round trips each time: one to lock, one to write and commit", async () => {
    let turns = 0;
    const server = createServer((client) => {
      const upstream = createConnection(Number(new URL(url).port), "127.0.0.1");
      let isAsking = false;
      client.on("data", (data) => {
        if (!isAsking) turns++;
        isAsking = true;
        upstream.write(data);
      });
      upstream.on("data", (data) => {
        isAsking = false;
        client.write(data);
      });
      for (const [one, other] of [[client, upstream] as const, [upstream, client] as const]) {
        one.on("error", () => other.destroy());
        one.on("close", () => other.destroy());
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const through = new URL(url);
    through.host = `127.0.0.1:${port}`;
    const far = await openRecordStore(through.href);
    try {
      epochs = await takeAll(far);
      // The first batch of a sensor looks up what is stored of it.
      for (const partition of partitions) await commit(batch(partition, 0), far);
      turns = 0;
      const counts = {
        nodeCounts: [{ chainId: 5, nodeId: "n", output: "out", readings: 1, ended: 0 }],
        statistics: { counts: [{ ...nothing, accountId: 1, deviceId: 1, sensorId: 1 }], nowMs: 1 },
      };
      expect(await commit(batch(0, 1, counts), far)).toEqual([]);
      expect(turns).toBe(2);
      await Promise.all(
        [0, 1, 2, 3].map((partition) => commit(batch(partition, partition === 0 ? 2 : 1), far)),
      );
      expect(turns).toBe(6);
    } finally {
      await far.close();
      server.close();
    }
  });
});

const nothing = { accepted: 1, saved: 1, alreadyStored: 0, ended: 0, dead: 0, duplicates: 0, rejected: {} };
