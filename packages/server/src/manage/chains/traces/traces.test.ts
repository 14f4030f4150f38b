import { afterAll, expect, test } from "bun:test";
import { traceMinutesMax } from "@weir/protocol/manage/trace-minutes";
import { withinAccount } from "../../../control/control.ts";
import { closeTestControls, codeOf, unwrap } from "../../test-control.ts";
import { TestRecords } from "../../test-records.ts";
import { createChain } from "../chains.ts";
import { line, testNode } from "../test-chains.ts";
import { readTrace, startTrace, stopTrace } from "./traces.ts";

afterAll(closeTestControls);

const filtering = line(testNode("limit", "compare", { operator: ">", value: 10 }), testNode("save", "save"));

test("shows the path of each reading since a trace of a chain began", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", filtering);
  const subject = { chain: plant.chain.uuid };
  expect(unwrap(await readTrace(records, subject))).toBeNull();
  await records.process(plant.sensorId, 1);
  const begun = unwrap(await startTrace(records, subject));
  expect(begun).toEqual({ untilMs: records.scene.nowMs + 15 * 60_000, seen: 0, runs: [] });
  await records.process(plant.sensorId, 5, 20);
  const { seen, runs } = unwrap(await readTrace(records, subject))!;
  expect(seen).toBe(2);
  expect(runs.map(({ value, outcome }) => [value, outcome])).toEqual([
    [5, "ended"],
    [20, "saved"],
  ]);
  expect(runs[1]).toMatchObject({
    chainName: "Own",
    chainVersion: 1,
    sensorSlug: "temperature",
    deviceUuid: plant.deviceUuid,
  });
  expect(runs[1]!.steps.map(({ nodeId, output }) => [nodeId, output])).toEqual([
    ["input", "out"],
    ["limit", "true"],
    ["save", "saved"],
  ]);
});

test("distinguishes saved readings from those that were stored already", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", filtering);
  const subject = { device: plant.deviceUuid };
  unwrap(await startTrace(records, subject));
  const { nowMs } = records.scene;
  await records.process(plant.sensorId, 20, 5);
  records.scene.nowMs = nowMs;
  await records.process(plant.sensorId, 20, 30);
  const { runs } = unwrap(await readTrace(records, subject))!;
  expect(runs.map(({ value, outcome }) => [value, outcome])).toEqual([
    [20, "saved"],
    [5, "ended"],
    [20, "already_stored"],
    [30, "saved"],
  ]);
});

test("ends a trace of a device when it is stopped or its time is over, and keeps its readings", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", filtering);
  const subject = { device: plant.deviceUuid };
  unwrap(await startTrace(records, subject, 1));
  await records.process(plant.sensorId, 1);
  expect(unwrap(await stopTrace(records, subject))).toMatchObject({ seen: 1 });
  await records.process(plant.sensorId, 2);
  expect(unwrap(await readTrace(records, subject))).toMatchObject({ seen: 1 });
  unwrap(await startTrace(records, subject, 1));
  await records.process(plant.sensorId, 3);
  records.scene.nowMs += 60_000;
  await records.process(plant.sensorId, 4);
  expect(unwrap(await readTrace(records, subject))).toMatchObject({ seen: 1, runs: [{ value: 3 }] });
});

test("refuses to trace chains and devices of another account, and to show their traces", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", filtering);
  const office = await records.addTenant("Office", filtering);
  const own = { control: withinAccount(records.control, plant.accountId), ask: records.ask };
  for (const operation of [startTrace, stopTrace, readTrace]) {
    expect(codeOf(await operation(own, { chain: office.chain.uuid }))).toBe("unknown_chain");
    expect(codeOf(await operation(own, { device: office.deviceUuid }))).toBe("unknown_device");
  }
  expect(records.asked).toEqual([]);
});

test("refuses a chain that was never published, because it gets no readings", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", filtering);
  unwrap(await createChain(records.control, { accountId: plant.accountId, name: "Draft" }));
  expect(codeOf(await startTrace(records, { chain: "Draft" }))).toBe("chain_unpublished");
});

test.each([0, -1, Number.NaN, traceMinutesMax + 1])("refuses %d minutes as a duration", async (minutes) => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", filtering);
  await expect(startTrace(records, { chain: plant.chain.uuid }, minutes)).rejects.toThrow(RangeError);
});
