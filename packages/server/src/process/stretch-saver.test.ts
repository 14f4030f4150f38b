import { expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import fc from "fast-check";
import { propertyRuns, propertyTimeoutMs } from "../../../../tests/harness/property-runs.ts";
import { gatherPages } from "../platform/gather-pages.ts";
import { FrameWriter } from "../queue/frame-writer.ts";
import { savingSensor, TestProcessing } from "./test-processing.ts";

const otherSensor = 12;

/** Saves every reading too, but does more than that, so its readings are run one by one. */
const longerChain: ChainDefinition = {
  nodes: [
    ...defaultChain.nodes,
    { id: "stop", type: "stop", version: 1, name: "Stop", config: {}, position: { x: 480, y: 0 } },
  ],
  wires: [...defaultChain.wires, { from: "save", output: "saved", to: "stop" }],
};

interface Sent {
  readonly sensorId: number;
  readonly fromMs: number;
  readonly stepMs: number;
  readonly count: number;
  readonly isBackward: boolean;
  readonly withMetadata: boolean;
}

/** There are few times, so that requests meet: they overlap, repeat each other or come late. */
const sent: fc.Arbitrary<Sent> = fc.record({
  sensorId: fc.constantFrom(savingSensor, otherSensor),
  fromMs: fc.integer({ min: 1000, max: 1100 }),
  stepMs: fc.constantFrom(0, 1, 1, 1, 3),
  count: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(600)),
  isBackward: fc.boolean(),
  withMetadata: fc.constantFrom(false, false, false, true),
});

function pack(writer: FrameWriter, number: number, request: Sent): Uint8Array {
  const { sensorId, fromMs, stepMs, count, isBackward, withMetadata } = request;
  writer.begin({
    deviceId: sampleSource(sensorId).deviceId,
    arrivalUs: 2e9 + number,
    batteryVolts: null,
    request: { boot: 1, number },
  });
  for (let nth = 0; nth < count; nth++) {
    const ms = fromMs + (isBackward ? count - nth : nth) * stepMs;
    const [seconds, micros] = [Math.floor(ms / 1000), (ms % 1000) * 1000];
    const metadata = withMetadata && nth === 5 ? '{"a":1}' : "";
    writer.add(sensorId, (nth % 7) / 10, ms * 1000, seconds, micros, metadata);
  }
  return new Uint8Array(writer.finish());
}

/** Returns everything that can be found out about the readings afterwards. */
async function settle(chain: ChainDefinition, entries: readonly (readonly Sent[])[], turnReadings: number) {
  using scene = new TestProcessing();
  scene.definitions.set(1, chain);
  scene.chainOfSensor.set(otherSensor, 1);
  scene.turnReadings = turnReadings;
  scene.feed.watch([1]);
  const processor = scene.processor();
  const writer = new FrameWriter();
  let number = 0;
  for (const requests of entries) {
    const frames = requests.map((request) => pack(writer, ++number, request));
    scene.appendRaw(
      Buffer.concat(frames),
      requests.reduce((sum, { count }) => sum + count, 0),
    );
  }
  while ((await processor.settleNext()) > 0 || (await processor.settleParked()));
  await processor.writeCounts();
  return {
    readings: [
      await gatherPages(scene.queries.readings({ sensorId: savingSensor })),
      await gatherPages(scene.queries.readings({ sensorId: otherSensor })),
    ],
    progress: scene.store.progress(),
    receipts: scene.rows("SELECT * FROM receipts"),
    statistics: scene.rows("SELECT * FROM sensor_statistics"),
    counts: scene.nodeCounts().filter(({ nodeId }) => nodeId !== "stop"),
    values: scene.live.filter(({ kind }) => kind === "value"),
  };
}

test(
  "leaves the same results whether a chain that only saves gets readings at once or one by one",
  async () => {
    const batches = fc.array(fc.array(sent, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(batches, async (entries) => {
        const turn = Number.POSITIVE_INFINITY;
        expect(await settle(defaultChain, entries, turn)).toEqual(await settle(longerChain, entries, turn));
      }),
      { numRuns: propertyRuns(10) },
    );
  },
  propertyTimeoutMs,
);

test("parks a whole stretch when its account has used its share, and settles it later", async () => {
  const request = { sensorId: savingSensor, stepMs: 1, isBackward: false, withMetadata: false };
  const requests = [1000, 2000, 3000, 4000].map((fromMs) => ({ ...request, fromMs, count: 100 }));
  const atOnce = await settle(defaultChain, [requests], Number.POSITIVE_INFINITY);
  const inTurns = await settle(defaultChain, [requests], 1);
  expect(inTurns.progress).toMatchObject({ saved: 400, alreadyStored: 0 });
  expect(inTurns.readings).toEqual(atOnce.readings);
});
