import { expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { openEmbeddedStore } from "../installation/embedded/open-store.ts";
import { OwnershipLostError } from "../queue/ownership.ts";
import { onlyPartition } from "../queue/position.ts";
import type { Processor } from "./processor.ts";
import { savingSensor, TestProcessing, type TestReading } from "./test-processing.ts";

const bulkSensor = 11;
const node = (id: string, type: string, config = {}) => ({
  id,
  type,
  version: 1,
  name: id,
  config,
  position: { x: 0, y: 0 },
});

/** Saves values that have changed by 5 or more, and raises an alarm while they are above 30. */
const watching: ChainDefinition = {
  nodes: [
    node("input", "input"),
    node("change", "deadband", { threshold: 5 }),
    node("save", "save"),
    node("hot", "compare", { operator: ">", value: 30 }),
    node("raise", "raise-alarm", { name: "hot", severity: "warning", message: "It is hot." }),
    node("clear", "clear-alarm", { name: "hot" }),
  ],
  wires: [
    { from: "input", output: "out", to: "change" },
    { from: "change", output: "changed", to: "save" },
    { from: "change", output: "changed", to: "hot" },
    { from: "hot", output: "true", to: "raise" },
    { from: "hot", output: "false", to: "clear" },
  ],
};

test.each([
  ["after a batch of its was refused", true],
  ["before it has noticed", false],
])("continues from what another owner wrote when it takes its partition again %s", async (_, isRefused) => {
  using scene = new TestProcessing();
  scene.definitions.set(1, watching).set(4, defaultChain);
  scene.chainOfSensor.set(bulkSensor, 4);
  const [store, otherStore] = [openEmbeddedStore(scene.dataDir, {}), openEmbeddedStore(scene.dataDir, {})];
  const own = async ({ ownership, settlement, queries }: typeof store): Promise<Processor> => {
    const { epoch } = await ownership.take(onlyPartition);
    return scene.processor({ settlement, queries, epoch });
  };
  const settle = async (processor: Processor, ...readings: TestReading[]): Promise<void> => {
    scene.append({ readings });
    while ((await processor.settleNext()) > 0);
    await processor.writeCounts();
  };
  const watched = (atUs: number, value: number) => ({ sensorId: savingSensor, atUs, value });
  const bulk = Array.from({ length: 100 }, (_, nth) => ({ sensorId: bulkSensor, atUs: 1000 + nth }));

  const first = await own(store);
  await settle(first, watched(1, 1), { sensorId: bulkSensor, atUs: 1 });
  const other = await own(otherStore);
  await settle(other, watched(2, 40), ...bulk);
  scene.append({ readings: [watched(3, 41), ...bulk] });
  if (isRefused) await expect(first.settleNext()).rejects.toThrow(OwnershipLostError);

  const again = await own(store);
  while ((await again.settleNext()) > 0);
  // 41 is not different enough from 40, and the readings of the other process are not stored again.
  expect(scene.values()).toEqual([1, 40]);
  expect(scene.times(bulkSensor)).toEqual([1, ...bulk.map(({ atUs }) => atUs)]);
  expect(again.progress).toMatchObject({ saved: 103, alreadyStored: 100, ended: 1, dead: 0 });
  await settle(again, watched(4, 10));
  await settle(again, watched(5, 50));
  expect(scene.rows("SELECT id, cleared_us IS NULL AS active FROM alarms")).toEqual([
    { id: 1, active: 0 },
    { id: 2, active: 1 },
  ]);
  const counts = await store.queries.nodeCounts();
  expect(counts.filter(({ nodeId }) => nodeId === "change").map(({ readings }) => readings)).toContain(4);
  expect(scene.rows("SELECT sum(accepted) AS accepted FROM sensor_statistics")).toEqual([{ accepted: 206 }]);
  for (const opened of [store, otherStore]) opened.store.close();
});
