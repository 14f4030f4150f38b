import { expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import fc from "fast-check";
import { propertyRuns } from "../../../../tests/harness/property-runs.ts";
import { onlyPartition } from "../queue/position.ts";
import { at } from "../queue/test-positions.ts";
import { answerRequest } from "./answer-request.ts";
import { Processor } from "./processor.ts";
import { brokenSensor, chainUuid, endingSensor, removedSensor, savingSensor } from "./test-processing.ts";
import {
  boot,
  fail,
  failed,
  failingChain,
  failingSensor,
  filter,
  filtered,
  filteringChain,
  filteringSensor,
  handingSensor,
  handOver,
  node,
  ReceiptScene,
  readingsOf,
  removed,
  request,
  settleAll,
} from "./test-receipt-scene.ts";

test("distinguishes readings that were stored already from saved ones", async () => {
  using scene = new ReceiptScene();
  const processor = scene.processor();
  const first = request(1, [savingSensor, 1], [savingSensor, 2], [savingSensor, 3]);
  scene.append(first);
  await settleAll(processor);
  const again = { ...first, request: { boot, number: 2 } };
  scene.append({ ...again, readings: [...again.readings.slice(1), ...readingsOf([savingSensor, 4])] });
  scene.append({ ...first, request: { boot, number: 3 } });
  await settleAll(processor);
  const known = {
    chainId: expect.any(Number),
    chainVersion: expect.any(Number),
    nodeId: null,
    output: null,
    onPurpose: null,
  };
  const fate = { fate: "already_stored", ...known };
  expect(await scene.fates(1)).toEqual([]);
  expect(await scene.fates(2)).toEqual([{ ...fate, first: 0, readings: 2 }]);
  expect(await scene.fates(3)).toEqual([{ ...fate, first: 0, readings: 3 }]);
  expect(scene.store.progress()).toMatchObject({ saved: 4, alreadyStored: 5, ended: 0, dead: 0 });
});

test("has no fates for a settled request whose readings were all saved", async () => {
  using scene = new ReceiptScene();
  const position = scene.append(request(1, [savingSensor, 1], [filteringSensor, 1]));
  expect(await scene.receipts.settledPosition(9, onlyPartition)).toEqual(at(0));
  await settleAll(scene.processor());
  expect(await scene.receipts.settledPosition(9, onlyPartition)).toEqual(at(position));
  expect(await scene.fates(1)).toEqual([]);
  expect(scene.rows("SELECT * FROM receipts")).toEqual([]);
});

test("reports a filtered reading with the chain's version, the node and the output", async () => {
  using scene = new ReceiptScene();
  scene.append(request(1, [filteringSensor, 5], [filteringSensor, -5]));
  await settleAll(scene.processor());
  expect(await scene.fates(1)).toEqual([{ ...filtered, first: 1, readings: 1 }]);
});

test("distinguishes readings that a chain ends on purpose from lost ones", async () => {
  using scene = new ReceiptScene();
  const stopping: ChainDefinition = {
    nodes: [...filter.nodes, node("stop", "stop")],
    wires: [...filter.wires, { from: "filter", output: "false", to: "stop" }],
  };
  scene.definitions.set(31, stopping);
  scene.chainOfSensor.set(31, 31);
  const processor = scene.processor();
  scene.append(request(1, [31, -5], [filteringSensor, -5]));
  await settleAll(processor);
  await processor.writeCounts();
  expect(await scene.fates(1)).toMatchObject([
    { nodeId: "stop", output: "stopped", onPurpose: true },
    { nodeId: "filter", output: "false", onPurpose: false },
  ]);
  expect(await scene.receipts.unsavedEnds(1, 0, 9)).toMatchObject([{ chainId: filteringChain }]);
});

test("records when readings were first and last lost per device and end, with sensor and value", async () => {
  using scene = new ReceiptScene();
  const processor = scene.processor();
  const { accountId, deviceId } = sampleSource(filteringSensor);
  scene.append({ ...request(1, [filteringSensor, -1], [filteringSensor, -2]), arrivalUs: 5_000_000 });
  await settleAll(processor);
  await processor.writeCounts();
  scene.append({ ...request(2, [filteringSensor, -3], [failingSensor, 4]), arrivalUs: 9_000_000 });
  await settleAll(processor);
  await processor.writeCounts();
  const { fate, chainId, chainVersion, nodeId, output } = filtered;
  const [one, other] = (await scene.receipts.unsavedEnds(accountId, 0, 9)).toSorted(
    (left, right) => left.sensorId - right.sensorId,
  );
  expect(one).toEqual({
    accountId,
    deviceId,
    fate: fate as "ended",
    chainId: chainId!,
    chainVersion: chainVersion!,
    nodeId,
    output,
    sensorId: filteringSensor,
    value: -3,
    firstMs: 5000,
    lastMs: 9000,
  });
  expect(other).toMatchObject({ fate: "dead", nodeId: "by zero", output: null, value: 4, firstMs: 9000 });
});

test("records no lost readings of a rolled-back batch", async () => {
  using scene = new ReceiptScene();
  const processor = scene.processor();
  scene.append(request(1, [filteringSensor, -1], [savingSensor, 1]));
  const fault = scene.breakStore("INSERT");
  await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  await processor.change(() => undefined);
  await processor.writeCounts();
  expect(await scene.receipts.unsavedEnds(1, 0, 9)).toEqual([]);
  fault.mend();
  await settleAll(processor);
  await processor.writeCounts();
  expect(await scene.receipts.unsavedEnds(1, 0, 9)).toHaveLength(1);
});

test("reports the chain in which a handed-on reading ended", async () => {
  using scene = new ReceiptScene();
  scene.append(request(1, [handingSensor, -5], [handingSensor, 5]));
  await settleAll(scene.processor());
  expect(await scene.fates(1)).toEqual([{ ...filtered, first: 0, readings: 1 }]);
});

test("reports a dead reading with the node that failed, or without one if the chain cannot run", async () => {
  using scene = new ReceiptScene();
  scene.append(request(1, [failingSensor, 1], [brokenSensor, 1], [brokenSensor, 2]));
  await settleAll(scene.processor());
  expect(scene.deadLetters().map(({ nodeId }) => nodeId)).toContain("by zero");
  const broken = { fate: "dead", chainId: 3, chainVersion: 1, nodeId: null, output: null, onPurpose: null };
  expect(await scene.fates(1)).toEqual([
    { ...failed, first: 0, readings: 1 },
    { ...broken, first: 1, readings: 2 },
  ]);
});

test("reports dead readings with their letters, as one run where the letters are consecutive", async () => {
  using scene = new ReceiptScene();
  scene.append(
    request(1, [failingSensor, 1], [failingSensor, 2], [brokenSensor, 1]),
    request(2, [failingSensor, 3], [savingSensor, 1], [filteringSensor, -1]),
  );
  await settleAll(scene.processor());
  const letters = scene.deadLetters();
  const idOf = (chainId: number, value: number) =>
    letters.find((letter) => letter.chainId === chainId && letter.value === value)!.id;
  expect(await scene.letters(1)).toEqual([
    [2, idOf(failingChain, 1)],
    [1, idOf(3, 1)],
  ]);
  expect(idOf(failingChain, 2)).toBe(idOf(failingChain, 1) + 1);
  expect(await scene.letters(2)).toEqual([
    [1, idOf(failingChain, 3)],
    [1, null],
  ]);
});

test("reports dead readings with separate letters as separate runs, even for the same reason", async () => {
  using scene = new ReceiptScene();
  const lateSensor = 24;
  const handLate = {
    ...handOver,
    nodes: [handOver.nodes[0]!, node("on", "chain", { chain: chainUuid(failingChain) })],
  };
  scene.definitions.set(lateSensor, handLate);
  scene.chainOfSensor.set(lateSensor, lateSensor);
  // The letter in between belongs to a request without a receipt.
  scene.append(request(1, [failingSensor, 1], [lateSensor, 2]), request(Number.NaN, [failingSensor, 3]));
  await settleAll(scene.processor());
  const [first, between, last] = scene.deadLetters();
  expect([first, between, last].map((letter) => letter?.value)).toEqual([1, 3, 2]);
  expect(await scene.letters(1)).toEqual([
    [1, first!.id],
    [1, last!.id],
  ]);
});

test("ends readings of a removed sensor without a chain", async () => {
  using scene = new ReceiptScene();
  scene.append(request(1, [savingSensor, 1], [removedSensor, 1], [removedSensor, 1], [savingSensor, 2]));
  await settleAll(scene.processor());
  expect(await scene.fates(1)).toEqual([{ ...removed, first: 1, readings: 2 }]);
});

test("merges consecutive readings that end alike into one run", async () => {
  using scene = new ReceiptScene();
  const bulk = 2000;
  const everySecond = Array.from({ length: bulk }, (_, index) => [filteringSensor, index % 2 === 0 ? 1 : -1]);
  const allBut = Array.from({ length: bulk }, (_, index) => [filteringSensor, index === 700 ? 1 : -1]);
  scene.append(request(1, ...(everySecond as [number, number][])));
  scene.append(request(2, ...(allBut as [number, number][])));
  await settleAll(scene.processor());
  expect(await scene.fates(1)).toEqual(
    Array.from({ length: bulk / 2 }, (_, index) => ({ ...filtered, first: 2 * index + 1, readings: 1 })),
  );
  expect(await scene.fates(2)).toEqual([
    { ...filtered, first: 0, readings: 700 },
    { ...filtered, first: 701, readings: bulk - 701 },
  ]);
});

test("gives readings of sensors with different chains in one request their own ends, in order", async () => {
  using scene = new ReceiptScene();
  const ended = {
    fate: "ended",
    chainId: 2,
    chainVersion: 1,
    nodeId: "input",
    output: "out",
    onPurpose: false,
  };
  scene.append(
    request(1, [filteringSensor, -1], [endingSensor, 1], [filteringSensor, -1], [failingSensor, 1]),
  );
  await settleAll(scene.processor());
  expect(await scene.fates(1)).toEqual([
    { ...filtered, first: 0, readings: 1 },
    { ...ended, first: 1, readings: 1 },
    { ...filtered, first: 2, readings: 1 },
    { ...failed, first: 3, readings: 1 },
  ]);
});

test("shares no run between requests of one entry or batch", async () => {
  using scene = new ReceiptScene();
  scene.append(request(1, [filteringSensor, -1]), request(2, [filteringSensor, -1], [filteringSensor, -1]));
  scene.append(request(3, [filteringSensor, 1], [filteringSensor, -1]));
  await settleAll(scene.processor());
  expect(await scene.fates(1)).toEqual([{ ...filtered, first: 0, readings: 1 }]);
  expect(await scene.fates(2)).toEqual([{ ...filtered, first: 0, readings: 2 }]);
  expect(await scene.fates(3)).toEqual([{ ...filtered, first: 1, readings: 1 }]);
});

test("records nothing for a rolled-back batch, and everything once with its repeat", async () => {
  using scene = new ReceiptScene();
  const processor = scene.processor();
  scene.append(request(1, [filteringSensor, -1], [savingSensor, 1], [failingSensor, 1], [removedSensor, 1]));
  const fault = scene.breakStore("INSERT");
  await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  await processor.change(() => undefined);
  expect(await scene.fates(1)).toEqual([]);
  fault.mend();
  await settleAll(processor);
  expect(await scene.fates(1)).toEqual([
    { ...filtered, first: 0, readings: 1 },
    { ...failed, first: 2, readings: 1 },
    { ...removed, first: 3, readings: 1 },
  ]);
});

test("settles nothing if the store cannot record fates", async () => {
  using scene = new ReceiptScene();
  const processor = scene.processor();
  scene.append(request(1, [filteringSensor, -1], [savingSensor, 1]));
  const fault = scene.breakStore("INSERT", "receipts");
  await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  expect([await scene.receipts.settledPosition(9, onlyPartition), scene.values()]).toEqual([at(0), []]);
  fault.mend();
  await settleAll(processor);
  expect(await scene.fates(1)).toHaveLength(1);
});

test("names the new version of a chain for the readings that it ended", async () => {
  using scene = new ReceiptScene();
  const processor = scene.processor();
  scene.append(request(1, [filteringSensor, -1]));
  await settleAll(processor);
  scene.versions.set(filteringChain, 5);
  scene.chains.reload();
  scene.append(request(2, [filteringSensor, -1]));
  await settleAll(processor);
  expect(await scene.fates(1)).toMatchObject([{ chainVersion: 4 }]);
  expect(await scene.fates(2)).toMatchObject([{ chainVersion: 5 }]);
});

test("records nothing when a dead letter is replayed", async () => {
  using scene = new ReceiptScene();
  const host = scene.parts();
  const processor = new Processor(host);
  scene.append(request(1, [failingSensor, -1], [failingSensor, 1]));
  await settleAll(processor);
  const parts = scene.requestParts(processor, host);
  const replayWith = (chain: ChainDefinition, version: number) => {
    scene.definitions.set(failingChain, chain);
    scene.versions.set(failingChain, version);
    scene.chains.reload();
    const letters = { accountId: null, ids: "all" } as const;
    return answerRequest({ kind: "replay dead letters", letters }, parts);
  };
  expect(await replayWith(fail, 2)).toMatchObject({ replayed: 2, dead: 2 });
  expect(await replayWith(filter, 3)).toMatchObject({ replayed: 2, saved: 1, ended: 1 });
  expect(await scene.fates(1)).toEqual([{ ...failed, first: 0, readings: 2 }]);
  expect(scene.rows("SELECT * FROM receipts")).toHaveLength(1);
});

test("records nothing for a frame with an invalid request number, and continues", async () => {
  using scene = new ReceiptScene();
  const odd = [Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY, 2 ** 60];
  for (const number of odd) scene.append(request(number, [filteringSensor, -1]));
  scene.append(request(1, [filteringSensor, -1]));
  await settleAll(scene.processor());
  expect(scene.store.progress().ended).toBe(odd.length + 1);
  expect(await scene.fates(1)).toHaveLength(1);
});

test("accounts for all readings of any requests by fates and saves together", async () => {
  const sensors = fc.constantFrom(savingSensor, filteringSensor, failingSensor, handingSensor, removedSensor);
  const bodies = fc.array(fc.array(fc.tuple(sensors, fc.constantFrom(-1, 1)), { maxLength: 12 }), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(bodies, fc.integer({ min: 1, max: 4 }), async (requests, perEntry) => {
      using scene = new ReceiptScene();
      const frames = requests.map((readings, number) => request(number, ...readings));
      for (let first = 0; first < frames.length; first += perEntry) {
        scene.append(...frames.slice(first, first + perEntry));
      }
      await settleAll(scene.processor());
      for (const [number, readings] of requests.entries()) {
        const unsaved = (await scene.receipts.fates(boot, number)).flatMap(
          ({ first, readings: count, chainId }) =>
            Array.from({ length: count }, (_, index) => [first + index, chainId]),
        );
        const expected = readings.flatMap(([sensorId, value], place) =>
          isSaved(sensorId, value) ? [] : [[place, endOf(sensorId)]],
        );
        expect(unsaved).toEqual(expected);
      }
    }),
    { numRuns: propertyRuns(40) },
  );
});

function isSaved(sensorId: number, value: number): boolean {
  return sensorId === savingSensor || ([filteringSensor, handingSensor].includes(sensorId) && value > 0);
}

function endOf(sensorId: number): number | null {
  if (sensorId === removedSensor) return null;
  return sensorId === failingSensor ? failingChain : filteringChain;
}
