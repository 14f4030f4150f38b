import { afterAll, expect, test } from "bun:test";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { withinAccount } from "../../../control/control.ts";
import { closeTestControls, codeOf, unwrap } from "../../test-control.ts";
import { TestRecords } from "../../test-records.ts";
import { createChain } from "../chains.ts";
import { leadingTo, line, saving, savingAbove, testNode } from "../test-chains.ts";
import { compareWithPublished, rehearseReadings, type Trial, type TrialLimits } from "./chain-trial.ts";
import { lastReadings, readingsSince, sampleReading } from "./chain-trial-readings.ts";
import { loadTrialSubject } from "./chain-trial-subject.ts";

afterAll(closeTestControls);

const given = (definition: ReturnType<typeof line>) => ({ title: "Given", definition });

function sampled(source: ChainReading["source"], ...values: number[]): ChainReading[] {
  return values.map((value, index) =>
    sampleReading(source, { value, atUs: index, receivedUs: index, metadata: "", batteryVolts: null }),
  );
}

/** The result for these pages, without a limit unless one is given. */
function compare(
  trial: Trial,
  pages: readonly (readonly ChainReading[])[],
  limits: Partial<TrialLimits & { readingsMax: number }> = {},
) {
  const steps = compareWithPublished(trial, { isTimeUp: () => false, readingsMax: 1000, ...limits });
  const given = [...pages, null];
  for (let step = steps.next(null); ; step = steps.next(given.shift()!)) if (step.done) return step.value;
}

const unlimited = { isTimeUp: () => false };

test("carries state over the pages of a comparison, and keeps the first differences", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const definition = line(testNode("row", "consecutive-threshold", { operator: ">", value: 0, count: 3 }));
  const tested = given(definition);
  const subject = unwrap(await loadTrialSubject(records.control, { chain: plant.chain.uuid, tested }));
  const readings = sampled(subject.source, ...Array.from({ length: 30 }, (_, index) => index + 1));
  const pages = [readings.slice(0, 2), readings.slice(2, 29), readings.slice(29)];
  const apart = unwrap(compare(subject, pages));
  const together = unwrap(compare(subject, [readings]));
  expect(apart).toEqual(together);
  expect(apart).toMatchObject({ readings: 30, differing: 30, isComplete: true, untilUs: 29 });
  expect(apart.differences).toHaveLength(20);
});

test("ends a comparison at its limit of readings or time, and reports it", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const subject = unwrap(await loadTrialSubject(records.control, { chain: plant.chain.uuid }));
  const readings = sampled(subject.source, 1, 2, 3, 4);
  const pages = [readings.slice(0, 2), readings.slice(2)];
  const compared = (limits: Parameters<typeof compare>[2]) => {
    const { readings: count, isComplete, untilUs } = unwrap(compare(subject, pages, limits));
    return [count, isComplete, untilUs];
  };
  expect(compared({ readingsMax: 3 })).toEqual([3, false, 2]);
  expect(compared({ readingsMax: 2 })).toEqual([2, false, 1]);
  expect(compared({ readingsMax: 4 })).toEqual([4, true, 3]);
  expect(compared({ isTimeUp: () => true })).toEqual([0, false, null]);
  let asked = 0;
  const runs = unwrap(rehearseReadings(subject, readings, { isTimeUp: () => ++asked > 2 }));
  expect(runs).toHaveLength(2);
});

test("reads stored readings page by page, each once, and the last of them in order of time", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const values = Array.from({ length: 1001 }, (_, index) => index);
  await records.process(plant.sensorId, ...values);
  const sensor = plant.sensorUuid;
  const { source } = unwrap(await loadTrialSubject(records.control, { chain: plant.chain.uuid, sensor }));
  const pages = await Array.fromAsync(readingsSince(records.scene.queries, source, 0));
  expect(pages.map(({ length }) => length)).toEqual([1000, 1]);
  expect(pages.flat().map(({ value }) => value)).toEqual(values);
  const last = await lastReadings(records.scene.queries, source, 3);
  expect(last.map(({ value }) => value)).toEqual([998, 999, 1000]);
});

test("hands readings on only to chains of the same account", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const office = await records.addTenant("Office", saving);
  const outcome = async (uuid: string) => {
    const request = { chain: plant.chain.uuid, tested: given(leadingTo(uuid)) };
    const subject = unwrap(await loadTrialSubject(records.control, request));
    const [run] = unwrap(rehearseReadings(subject, sampled(subject.source, 1), unlimited));
    return run!.outcome.kind;
  };
  expect(await outcome(plant.chain.uuid)).toBe("saved");
  expect(await outcome(office.chain.uuid)).toBe("dead");
});

test("compares a chain that was never published with the chain that applies to the sensor", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const { accountId } = plant;
  const definition = savingAbove(5);
  const draft = unwrap(await createChain(records.control, { accountId, name: "New", definition }));
  const alone = unwrap(await loadTrialSubject(records.control, { chain: draft.uuid }));
  expect(alone).toMatchObject({ title: "The draft of chain New", published: null });
  expect(codeOf(compare(alone, []))).toBe("chain_unpublished");
  const sensor = plant.sensorUuid;
  const subject = unwrap(await loadTrialSubject(records.control, { chain: draft.uuid, sensor }));
  expect(subject.published?.title).toBe("Version 1 of chain Own");
});

test("requires a sensor in the chain's account that the caller may see", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const office = await records.addTenant("Office", saving);
  const chain = plant.chain.uuid;
  for (const control of [records.control, withinAccount(records.control, plant.accountId)]) {
    const foreign = await loadTrialSubject(control, { chain, sensor: office.sensorUuid });
    expect(codeOf(foreign)).toBe("unknown_sensor");
  }
});
