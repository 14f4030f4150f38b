import { afterAll, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { withinAccount } from "../../control/control.ts";
import { removeSensor } from "../sensors/sensors.ts";
import { closeTestControls, codeOf, unwrap } from "../test-control.ts";
import { TestRecords } from "../test-records.ts";
import { readChainActivity } from "./chain-activity.ts";
import { saveDraft } from "./chain-drafts.ts";
import { publishChain } from "./chain-publishing.ts";
import { createChain } from "./chains.ts";
import { leadingTo, saving, testNode } from "./test-chains.ts";

afterAll(closeTestControls);

/** Saves readings above 10 as a sensor that does not exist. The others end at the comparison. */
const failing: ChainDefinition = {
  nodes: [
    testNode("input", "input"),
    testNode("limit", "compare", { operator: ">", value: 10 }),
    testNode("save", "save", { sensor: "missing" }),
  ],
  wires: [
    { from: "input", output: "out", to: "limit" },
    { from: "limit", output: "true", to: "save" },
  ],
};

test("shows the readings at every node, and why readings are not saved", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", failing);
  await records.process(plant.sensorId, 1, 2, 3, 20, 30);
  const activity = unwrap(await readChainActivity(records, plant.chain.uuid));
  expect(activity).toMatchObject({ name: "Own", version: 1, entered: 5, unsaved: 5 });
  expect(activity.reasons).toEqual([
    { kind: "ended", nodeId: "limit", output: "false", readings: 3 },
    { kind: "dead", nodeId: "save", readings: 2 },
  ]);
  expect(
    activity.nodes.map(({ nodeId, type, in: came, failed, ended }) => [nodeId, type, came, failed, ended]),
  ).toEqual([
    ["input", "input", 5, 0, 0],
    ["limit", "compare", 5, 0, 3],
    ["save", "save", 2, 2, 0],
  ]);
  const [input, , save] = activity.nodes;
  expect(input!.lastError).toBeNull();
  expect(save!.lastError).toMatchObject({
    reason: 'The device has no sensor "missing".',
    sensorUuid: plant.sensorUuid,
  });
});

test("continues across versions: readings that ended at a removed node still count among the reasons", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", failing);
  await records.process(plant.sensorId, 1, 20);
  unwrap(await saveDraft(records.control, plant.chain.uuid, { definition: saving }));
  unwrap(await publishChain(records.control, plant.chain.uuid));
  await records.process(plant.sensorId, 3);
  const activity = unwrap(await readChainActivity(records, "Own"));
  expect(activity).toMatchObject({ version: 2, entered: 3, unsaved: 2 });
  expect(activity.nodes.map(({ nodeId }) => nodeId)).toEqual(["input", "save"]);
  expect(activity.reasons.map(({ nodeId }) => nodeId).sort()).toEqual(["limit", "save"]);
});

test("does not count readings at a node that passed before it existed", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  await records.process(plant.sensorId, 1, 2, 3);
  unwrap(await saveDraft(records.control, plant.chain.uuid, { definition: failing }));
  unwrap(await publishChain(records.control, plant.chain.uuid));
  await records.process(plant.sensorId, 4, 20);
  const { nodes } = unwrap(await readChainActivity(records, plant.chain.uuid));
  expect(nodes.map(({ nodeId, in: came }) => [nodeId, came])).toEqual([
    ["input", 5],
    ["limit", 2],
    // The node existed before, and readings reached it in another way.
    ["save", 4],
  ]);
});

test("counts readings at a node that hands them on", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const other = unwrap(await createChain(records.control, { accountId: plant.accountId, name: "Other" }));
  unwrap(await saveDraft(records.control, other.uuid, { definition: saving }));
  unwrap(await publishChain(records.control, other.uuid));
  unwrap(await saveDraft(records.control, plant.chain.uuid, { definition: leadingTo(other.uuid) }));
  unwrap(await publishChain(records.control, plant.chain.uuid));
  await records.process(plant.sensorId, 1, 2);
  const { nodes, unsaved } = unwrap(await readChainActivity(records, plant.chain.uuid));
  expect(nodes[1]).toMatchObject({ nodeId: "on", in: 2, out: [], failed: 0 });
  expect(unsaved).toBe(0);
});

test("is all zero for a chain without readings", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const activity = unwrap(await readChainActivity(records, plant.chain.uuid));
  expect(activity).toMatchObject({ entered: 0, unsaved: 0, reasons: [] });
  expect(activity.nodes.every(({ lastError }) => lastError === null)).toBeTrue();
});

test("shows an error even after its sensor was removed", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", failing);
  await records.process(plant.sensorId, 20);
  unwrap(await removeSensor(records.control, { device: plant.deviceUuid, sensor: plant.sensorUuid }));
  const { nodes } = unwrap(await readChainActivity(records, plant.chain.uuid));
  expect(nodes[2]!.lastError).toMatchObject({ sensorUuid: null });
});

test("refuses a chain that was never published, does not exist, or belongs to another account", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const office = await records.addTenant("Office", saving);
  const draft = unwrap(await createChain(records.control, { accountId: plant.accountId, name: "Draft" }));
  const control = withinAccount(records.control, plant.accountId);
  const codes = ["Draft", draft.uuid, "none", office.chain.uuid].map(async (selector) =>
    codeOf(await readChainActivity({ control, queries: records.queries }, selector)),
  );
  expect(await Promise.all(codes)).toEqual([
    "chain_unpublished",
    "chain_unpublished",
    "unknown_chain",
    "unknown_chain",
  ]);
});
