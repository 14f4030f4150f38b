import { afterAll, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { findNamed } from "../../control/named-rows.ts";
import { renderMetrics } from "../../platform/metrics.ts";
import { at } from "../../queue/test-positions.ts";
import { chainQueries } from "../../store/chain-queries.ts";
import { SqliteStoreReader } from "../../store/engine/sqlite/sqlite-store-reader.ts";
import { closeTestControls, makeDataDir, unwrap } from "../test-control.ts";
import { TestRecords } from "../test-records.ts";
import { unassignChain } from "./chain-assignment.ts";
import { ChainMetrics, type ChainMetricsParts } from "./chain-metrics.ts";
import { deleteChain } from "./chains.ts";
import { saving, testNode } from "./test-chains.ts";

afterAll(closeTestControls);

/**
 * Values above 10 raise an alarm and are then saved as a sensor that does not exist. All others end at the comparison.
 */
const failing: ChainDefinition = {
  nodes: [
    testNode("start", "input"),
    testNode("limit", "compare", { operator: ">", value: 10 }),
    testNode("hot", "raise-alarm", { name: "too hot", severity: "critical" }),
    testNode("store", "save", { sensor: "missing" }),
  ],
  wires: [
    { from: "start", output: "out", to: "limit" },
    { from: "limit", output: "true", to: "hot" },
    { from: "limit", output: "true", to: "store" },
  ],
};

function scrape(parts: ChainMetricsParts): Promise<string[]> {
  return linesOf(new ChainMetrics(parts));
}

async function linesOf(metrics: ChainMetrics): Promise<string[]> {
  return renderMetrics(await metrics.metrics())
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

const partsOf = ({ control, scene }: TestRecords): ChainMetricsParts => ({
  control,
  openQueries: async () => chainQueries(new SqliteStoreReader(scene.dataDir)),
});

test("shows per chain how many readings entered and were saved, and why the rest was not", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant('Plant "A"', failing);
  const office = await records.addTenant("Office", saving);
  await records.process(plant.sensorId, 1, 2, 3, 20, 30);
  await records.process(office.sensorId, 7);
  const lines = await scrape(partsOf(records));
  const labelsOf = async ({ accountId, chain }: typeof plant) => {
    const account = await findNamed(records.control.db, "accounts", accountId);
    return `account="${account!.uuid}",chain="${chain.uuid}"`;
  };
  const own = await labelsOf(plant);
  expect(lines.join()).not.toMatch(/Plant|Office|Own/);
  expect(lines).toContain(`weir_chain_entered_readings_total{${own}} 5`);
  expect(lines).toContain(`weir_chain_saves_total{${own}} 0`);
  expect(lines).toContain(`weir_chain_saves_total{${await labelsOf(office)}} 1`);
  expect(lines.filter((line) => line.startsWith("weir_chain_unsaved"))).toEqual([
    `weir_chain_unsaved{${own},outcome="ended",reason="limit:false"} 3`,
    `weir_chain_unsaved{${own},outcome="dead",reason="store"} 2`,
  ]);
  expect(lines).toContain('weir_active_alarms{severity="critical"} 1');
  expect(lines).toContain('weir_active_alarms{severity="info"} 0');
  expect(lines).toContain('weir_outbox_messages{state="waiting"} 0');
  expect(lines).toContain("weir_dead_letters 2");
  expect(lines).toContain("weir_chain_metrics_truncated 0");
  expect(lines).toContain("weir_store_readable 1");
});

test("leaves out a deleted chain", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", failing);
  await records.process(plant.sensorId, 1, 20);
  unwrap(await unassignChain(records.control, { kind: "device", device: plant.deviceUuid }));
  unwrap(await deleteChain(records.control, plant.chain.uuid));
  const lines = await scrape(partsOf(records));
  expect(lines.filter((line) => line.includes(plant.chain.uuid))).toEqual([]);
  expect(lines).toContain("weir_dead_letters 1");
});

test("reads the files at most once a second", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", failing);
  let nowMs = 0;
  let opened = 0;
  const openQueries = async () => {
    opened++;
    return chainQueries(new SqliteStoreReader(records.scene.dataDir));
  };
  const metrics = new ChainMetrics({ control: records.control, openQueries, nowMs: () => nowMs });
  expect(await linesOf(metrics)).toContain("weir_dead_letters 0");
  await records.process(plant.sensorId, 20);
  nowMs = 999;
  expect(await linesOf(metrics)).toContain("weir_dead_letters 0");
  expect(opened).toBe(1);
  nowMs = 1000;
  expect(await linesOf(metrics)).toContain("weir_dead_letters 1");
  expect(opened).toBe(2);
});

test("has a few hundred series at most, however many chains and reasons there are", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", failing);
  const { store, nodeRecords } = records.scene;
  const chainIds = await addChains(records, plant.accountId, 150);
  store.begin();
  chainIds.forEach((chainId, place) => {
    const count = { chainId, readings: place + 1, ended: place + 1 };
    for (const output of ["out", "other", "third"])
      nodeRecords.addCounts({ ...count, nodeId: "input", output });
  });
  store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  const lines = await scrape(partsOf(records));
  expect(lines).toContain("weir_chain_metrics_truncated 1");
  expect(lines.filter((line) => line.startsWith("weir_chain_entered_readings_total"))).toHaveLength(100);
  expect(lines.filter((line) => line.startsWith("weir_chain_unsaved"))).toHaveLength(200);
  const isShown = async (name: string) => {
    const found = records.control.db.selectFrom("chains").select("uuid").where("name", "=", name);
    const { uuid } = await found.executeTakeFirstOrThrow();
    return lines.some((line) => line.includes(uuid));
  };
  expect([await isShown("Chain 149"), await isShown("Chain 0")]).toEqual([true, false]);
  expect(lines.length).toBeLessThan(450);
});

test("returns zeros before the store exists, and reports an unreadable store", async () => {
  await using records = new TestRecords();
  const { control } = records;
  const empty = makeDataDir();
  expect(
    await scrape({ control, openQueries: async () => chainQueries(new SqliteStoreReader(empty)) }),
  ).toContain("weir_dead_letters 0");
  const broken = makeDataDir();
  await Bun.write(
    `${broken}/weir.db`,
    "this is no database, and long enough to be taken for none".repeat(20),
  );
  expect(
    await scrape({ control, openQueries: async () => chainQueries(new SqliteStoreReader(broken)) }),
  ).toEqual(["weir_store_readable 0"]);
});

async function addChains({ control }: TestRecords, accountId: number, count: number): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    uuid: crypto.randomUUID(),
    account_id: accountId,
    name: `Chain ${n}`,
    published_version: 1,
    created_at: 0,
  }));
  return control.transact(async (tx) => {
    const chains = await tx.insertInto("chains").values(rows).returning("id").execute();
    const versions = chains.map(({ id }) => ({
      chain_id: id,
      version: 1,
      definition: JSON.stringify(saving),
      published_at: 0,
    }));
    await tx.insertInto("chain_versions").values(versions).execute();
    return chains.map(({ id }) => id);
  });
}
