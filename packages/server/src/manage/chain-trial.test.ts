import { afterAll, expect, test } from "bun:test";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { withinAccount } from "../control/control-store.ts";
import { compareWithLive, rehearseReadings } from "./chain-trial.ts";
import { lastReadings, readingsSince, sampleReading } from "./chain-trial-readings.ts";
import { loadTrialSubject } from "./chain-trial-subject.ts";
import { createChain } from "./chains.ts";
import { leadingTo, line, saving, savingAbove, testNode } from "./test-chains.ts";
import { TestRecords } from "./test-records.ts";
import { closeTestStores, codeOf, unwrap } from "./test-store.ts";

afterAll(closeTestStores);

const given = (definition: ReturnType<typeof line>) => ({ title: "Given", definition });

function sampled(source: ChainReading["source"], ...values: number[]): ChainReading[] {
  return values.map((value, index) =>
    sampleReading(source, { value, atUs: index, receivedUs: index, metadata: "", batteryVolts: null }),
  );
}

test("state goes on over the pages of a comparison, and the first differences are kept", async () => {
  using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const definition = line(testNode("row", "consecutive-threshold", { operator: ">", value: 0, count: 3 }));
  const tested = given(definition);
  const subject = unwrap(await loadTrialSubject(records.control, { chain: plant.chain.uuid, tested }));
  const readings = sampled(subject.source, ...Array.from({ length: 30 }, (_, index) => index + 1));
  const pages = [readings.slice(0, 2), readings.slice(2, 29), readings.slice(29)];
  const apart = unwrap(await compareWithLive(subject, pages));
  const together = unwrap(await compareWithLive(subject, [readings]));
  expect(apart).toEqual(together);
  expect(apart).toMatchObject({ readings: 30, differing: 30, isComplete: true, untilUs: 29 });
  expect(apart.differences).toHaveLength(20);
});

test("a comparison ends at its limit of readings, or when time is up, and says so", async () => {
  using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const subject = unwrap(await loadTrialSubject(records.control, { chain: plant.chain.uuid }));
  const readings = sampled(subject.source, 1, 2, 3, 4);
  const pages = [readings.slice(0, 2), readings.slice(2)];
  const compared = async (limits: Parameters<typeof compareWithLive>[2]) => {
    const { readings: count, isComplete, untilUs } = unwrap(await compareWithLive(subject, pages, limits));
    return [count, isComplete, untilUs];
  };
  expect(await compared({ readingsMax: 3 })).toEqual([3, false, 2]);
  expect(await compared({ readingsMax: 2 })).toEqual([2, false, 1]);
  expect(await compared({ readingsMax: 4 })).toEqual([4, true, 3]);
  expect(await compared({ isTimeUp: () => true })).toEqual([0, false, null]);
  let asked = 0;
  const runs = unwrap(await rehearseReadings(subject, readings, { isTimeUp: () => ++asked > 2 }));
  expect(runs).toHaveLength(2);
});

test("others get their turn between a few readings", async () => {
  using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const subject = unwrap(await loadTrialSubject(records.control, { chain: plant.chain.uuid }));
  const readings = sampled(subject.source, ...Array(100).fill(1));
  const turnsDuring = async (work: Promise<unknown>) => {
    let turns = 0;
    let isOver = false;
    const take = () => {
      turns++;
      if (!isOver) setImmediate(take);
    };
    setImmediate(take);
    await work;
    isOver = true;
    return turns;
  };
  expect(await turnsDuring(rehearseReadings(subject, readings))).toBeGreaterThanOrEqual(99);
  expect(await turnsDuring(compareWithLive(subject, [readings]))).toBeGreaterThanOrEqual(19);
});

test("stored readings are read page by page, each once, and the last of them in order of time", async () => {
  using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const values = Array.from({ length: 1001 }, (_, index) => index);
  records.process(plant.sensorId, ...values);
  const sensor = { sensor: plant.sensorUuid };
  const { source } = unwrap(await loadTrialSubject(records.control, { chain: plant.chain.uuid, sensor }));
  const pages = [...readingsSince(records.scene.queries, source, 0)];
  expect(pages.map(({ length }) => length)).toEqual([500, 500, 1]);
  expect(pages.flat().map(({ value }) => value)).toEqual(values);
  const last = lastReadings(records.scene.queries, source, 3);
  expect(last.map(({ value }) => value)).toEqual([998, 999, 1000]);
});

test("readings are handed on to chains of the same account only", async () => {
  using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const office = await records.addTenant("Office", saving);
  const outcome = async (uuid: string) => {
    const request = { chain: plant.chain.uuid, tested: given(leadingTo(uuid)) };
    const subject = unwrap(await loadTrialSubject(records.control, request));
    const [run] = unwrap(await rehearseReadings(subject, sampled(subject.source, 1)));
    return run!.rehearsed.outcome.kind;
  };
  expect(await outcome(plant.chain.uuid)).toBe("saved");
  expect(await outcome(office.chain.uuid)).toBe("dead");
});

test("a chain that was never published is compared with what applies to the sensor", async () => {
  using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const { accountId } = plant;
  const definition = savingAbove(5);
  const draft = unwrap(await createChain(records.control, { accountId, name: "New", definition }));
  const alone = unwrap(await loadTrialSubject(records.control, { chain: draft.uuid }));
  expect(alone).toMatchObject({ title: "The draft of chain New", live: null });
  expect(codeOf(await compareWithLive(alone, []))).toBe("chain_unpublished");
  const sensor = { device: plant.deviceUuid, sensor: "temperature" };
  const subject = unwrap(await loadTrialSubject(records.control, { chain: draft.uuid, sensor }));
  expect(subject.live?.title).toBe("Version 1 of chain Own");
});

test("the sensor must be in the chain's account, and within reach", async () => {
  using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const office = await records.addTenant("Office", saving);
  const chain = plant.chain.uuid;
  for (const control of [records.control, withinAccount(records.control, plant.accountId)]) {
    const foreign = await loadTrialSubject(control, { chain, sensor: { sensor: office.sensorUuid } });
    expect(codeOf(foreign)).toBe("unknown_sensor");
    const sensor = { device: plant.deviceUuid, sensor: office.sensorUuid };
    expect(codeOf(await loadTrialSubject(control, { chain, sensor }))).toBe("unknown_sensor");
  }
});
