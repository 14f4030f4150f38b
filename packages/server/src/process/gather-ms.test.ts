import { expect, test } from "bun:test";
import { gatherMs } from "./gather-ms.ts";
import { endingSensor, savingSensor, TestProcessing } from "./test-processing.ts";

test("gathers longer after many readings, and longest after those of many sensors", () => {
  expect(gatherMs(0, 0)).toBe(50);
  expect(gatherMs(16 * 1024, 999)).toBe(200);
  expect(gatherMs(16 * 1024, 1000)).toBe(350);
  // What was settled before does not delay the few readings that come now.
  expect(gatherMs(16 * 1024 - 1, 100_000)).toBe(50);
});

test("the processor says how many sensors its last batch had readings of", async () => {
  using scene = new TestProcessing();
  const processor = scene.processor();
  expect(processor.tallies.sensorsCounted).toBe(0);
  const readings = [savingSensor, endingSensor, savingSensor];
  scene.append({ readings: readings.map((sensorId, atUs) => ({ sensorId, atUs })) });
  await processor.settleNext();
  expect(processor.tallies.sensorsCounted).toBe(2);
  await processor.writeCounts();
  expect(processor.tallies.sensorsCounted).toBe(2);
  scene.append({ readings: [{ sensorId: savingSensor, atUs: 9 }] });
  await processor.settleNext();
  expect(processor.tallies.sensorsCounted).toBe(1);
});
