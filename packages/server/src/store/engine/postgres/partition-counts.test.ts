import { afterEach, beforeEach, expect, test } from "bun:test";
import { describeUnless } from "../../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../../tests/harness/engines.ts";
import { tempFolder } from "../../../../../../tests/harness/temp-folder.ts";
import { openPostgres } from "../../../platform/postgres/open-postgres.ts";
import type { CountedReadings } from "../../statistics/counted-readings.ts";
import { removeAccount } from "./account-remover.ts";
import { gatherCounts } from "./gather-counts.ts";
import { recordWriters } from "./record-writers.ts";
import { testDatabases } from "./test-databases.ts";
import { Processor } from "./test-processor.ts";

const nowMs = 1_779_998_400_000;
const minuteMs = 60_000;
const accountId = 7;
const chainId = 5;

function counted(saved: number, deviceId: number): CountedReadings {
  const none = { alreadyStored: 0, ended: 0, dead: 0, duplicates: 0, rejected: {} };
  return { accountId, deviceId, sensorId: 1, accepted: saved, saved, ...none };
}

/** A device belongs to one partition. */
function counts(readings: number, { partition }: Processor) {
  return {
    nodeCounts: [{ chainId, nodeId: "n", output: "out", readings, ended: 1 }],
    statistics: { counts: [counted(readings, partition)], nowMs },
  };
}

describeUnless(await whyNoEngines(), "counts that several partitions add to", () => {
  const databases = testDatabases();
  let folder: ReturnType<typeof tempFolder>;
  let url: string;
  let processors: [Processor, Processor];

  beforeEach(async () => {
    folder = tempFolder();
    url = await databases.urlOf(folder.path);
    processors = [await Processor.start(url, 0), await Processor.start(url, 1)];
  });

  afterEach(async () => {
    for (const { store } of processors) await store.close();
    folder[Symbol.dispose]();
  });

  const rowsOf = async (table: string): Promise<number> => {
    const { rows } = await processors[0].store.database.query<{ rows: number }>(
      `SELECT count(*) AS rows FROM weir_store.${table}`,
    );
    return rows[0]!.rows;
  };
  const seen = async () => {
    const { chainQueries, statisticsQueries } = processors[0].store;
    const { saved } = await statisticsQueries.total({ accountId }, nowMs, nowMs + 60 * minuteMs);
    return { saved, nodes: await chainQueries.nodeCounts([chainId]) };
  };
  const node = { chainId, nodeId: "n", output: "out" };

  test("let one processor commit while the transaction of another is still open", async () => {
    const [one, other] = processors;
    const batch = one.next(counts(1, one));
    await one.store.database.write(async (tx) => {
      for (const writer of recordWriters()) await writer.write(tx, batch, batch.complete([]));
      await other.commit(counts(10, other));
      expect(await seen()).toEqual({ saved: 10, nodes: [{ ...node, readings: 10, ended: 1 }] });
    });
    expect(await seen()).toEqual({ saved: 11, nodes: [{ ...node, readings: 11, ended: 2 }] });
  });

  test("are summed with those of earlier versions, which have one row for all partitions", async () => {
    const { database, chainQueries } = processors[0].store;
    const ofEarlier = [
      "INSERT INTO weir_store.node_counts VALUES (5, 'n', 'out', 100, 10), (6, 'n', 'out', 105, 0)",
      `INSERT INTO weir_store.account_statistics VALUES
        (60, ${nowMs / 1000}, ${accountId}, 100, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
    ];
    for (const text of ofEarlier) await database.query(text);
    for (const processor of processors) await processor.commit(counts(3, processor));
    expect(await seen()).toEqual({ saved: 106, nodes: [{ ...node, readings: 106, ended: 12 }] });
    expect(await chainQueries.busiestChains(2)).toEqual([5, 6]);
    expect(await chainQueries.mostEnded(2)).toEqual([{ ...node, readings: 106, ended: 12 }]);
  });

  test("are gathered into one row when their slot is over", async () => {
    for (const processor of processors) await processor.commit(counts(3, processor));
    const [{ store, epoch }] = processors;
    const before = await seen();
    expect(await store.housekeeping.tidyStatistics(nowMs + minuteMs, epoch)).toBe(false);
    expect(await rowsOf("partition_account_statistics")).toBe(2);
    while (await store.housekeeping.tidyStatistics(nowMs + 3 * minuteMs, epoch));
    expect(await rowsOf("partition_account_statistics")).toBe(0);
    expect(await rowsOf("account_statistics")).toBe(1);
    expect(await seen()).toEqual(before);
    // Counts that come late join them.
    await processors[1].commit(counts(5, processors[1]));
    while (await store.housekeeping.tidyStatistics(nowMs + 4 * minuteMs, epoch));
    expect(await rowsOf("account_statistics")).toBe(1);
    expect((await seen()).saved).toBe(before.saved + 5);
    const { rows } = await store.database.query(
      "SELECT sum(rows)::int8 AS rows FROM weir_store.statistics_sizes WHERE table_name = 'account_statistics'",
    );
    expect(rows).toEqual([{ rows: 1 }]);
  });

  test("are gathered as a whole before they are copied elsewhere", async () => {
    for (const processor of processors) await processor.commit(counts(3, processor));
    const before = await seen();
    const postgres = openPostgres(url, { applicationName: "weir test" });
    await gatherCounts(postgres);
    await postgres.close();
    for (const name of ["node_counts", "account_statistics"])
      expect([await rowsOf(`partition_${name}`), await rowsOf(name)]).toEqual([0, 1]);
    expect(await seen()).toEqual(before);
  });

  test("are deleted with their account and chain, whichever partition counted them", async () => {
    for (const processor of processors) await processor.commit(counts(3, processor));
    const [{ store }, other] = processors;
    await other.commit({ forgottenChainIds: [chainId] });
    const max = 100;
    const removed = await store.database.write((tx) =>
      removeAccount(tx, { partition: 0, isLeading: true, accountId, max }),
    );
    expect(removed).toBe(2);
    expect(await seen()).toEqual({ saved: 0, nodes: [] });
  });
});
