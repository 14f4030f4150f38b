import { expect, test } from "bun:test";
import type { ChainDefinition, ChainNode } from "@weir/rule-engine/chain";
import { defaultChain } from "@weir/rule-engine/default-chain";
import type { LiveEvent } from "../../web/live/live-event.ts";
import { chainUuid, endingSensor, savingSensor, TestProcessing } from "../test-processing.ts";

const savingChain = 1;
const endingChainId = 2;

function chainEvents({ live }: TestProcessing): Extract<LiveEvent, { kind: "chain" }>[] {
  return live.splice(0).filter((event) => event.kind === "chain");
}

/** Settles one reading of the sensor, this many milliseconds after the last. */
async function settle(
  scene: TestProcessing,
  processor = scene.processor(),
  sensorId = savingSensor,
  ms = 2000,
) {
  scene.nowMs += ms;
  scene.append({ readings: [{ sensorId, atUs: scene.appended.readings * 1e6 }] });
  while ((await processor.settleNext()) > 0);
  return processor;
}

function readingsAt(event: LiveEvent | undefined, node: string): number | undefined {
  return event?.kind === "chain" ? event.nodes.find((one) => one.node === node)?.readings : undefined;
}

test("sends a watched chain's counts when they are written, including those of earlier processes", async () => {
  using scene = new TestProcessing();
  await settle(scene);
  expect(scene.live).toEqual([]);
  const restarted = scene.processor();
  scene.feed.watch([1]);
  await settle(scene, restarted);
  await settle(scene, restarted, endingSensor, 10);
  const [first, ...others] = chainEvents(scene);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ accountId: 1, chain: chainUuid(savingChain), errors: [] });
  expect(readingsAt(first, defaultChain.nodes[0]!.id)).toBe(2);
  await restarted.writeCounts();
  expect(chainEvents(scene)).toEqual([
    {
      kind: "chain",
      accountId: 1,
      chain: chainUuid(endingChainId),
      errors: [],
      nodes: [{ node: defaultChain.nodes[0]!.id, output: "out", readings: 1, ended: 1 }],
    },
  ]);
});

test("sends nothing for unwatched accounts and for chains without counts", async () => {
  using scene = new TestProcessing();
  const processor = await settle(scene);
  scene.feed.watch([2]);
  await settle(scene, processor);
  scene.feed.watch([1]);
  await processor.change(() => undefined);
  expect(chainEvents(scene)).toEqual([]);
  await settle(scene, processor);
  expect(chainEvents(scene)).toHaveLength(1);
});

test("sends a node's error once, and nothing of removed nodes", async () => {
  using scene = new TestProcessing();
  scene.definitions.set(savingChain, failingChain("elsewhere"));
  const processor = scene.processor();
  scene.feed.watch([1]);
  await settle(scene, processor);
  const [failed] = chainEvents(scene);
  expect(failed!.errors).toMatchObject([{ node: "elsewhere", atMs: scene.nowMs }]);
  expect(failed!.errors[0]!.sensor).toBe(scene.chains.of(savingSensor)!.source.sensor.uuid);
  scene.definitions.set(savingChain, defaultChain);
  scene.versions.set(savingChain, 2);
  scene.chains.reload();
  await settle(scene, processor);
  const [mended] = chainEvents(scene);
  expect(mended!.errors).toEqual([]);
  const nodeIds = new Set(defaultChain.nodes.map(({ id }) => id));
  expect(mended!.nodes.filter(({ node }) => !nodeIds.has(node))).toEqual([]);
});

test("does not send counts of an undone batch", async () => {
  using scene = new TestProcessing();
  const processor = scene.processor();
  scene.feed.watch([1]);
  scene.nowMs += 2000;
  scene.append({ readings: [{ sensorId: savingSensor, atUs: 1 }] });
  const fault = scene.breakStore("INSERT", "node_counts");
  await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  expect(scene.live).toEqual([]);
  fault.mend();
  await processor.settleNext();
  expect(readingsAt(chainEvents(scene)[0], defaultChain.nodes[0]!.id)).toBe(1);
});

test("sends all chains in turn, the longest waiting first", async () => {
  using scene = new TestProcessing();
  const chainIds = Array.from({ length: 250 }, (_, index) => 100 + index);
  for (const id of chainIds) scene.definitions.set(id, defaultChain);
  for (const id of chainIds) scene.chainOfSensor.set(id, id);
  const processor = scene.processor();
  scene.feed.watch([1]);
  scene.nowMs += 2000;
  scene.append({ readings: chainIds.map((sensorId) => ({ sensorId, atUs: 1 })) });
  await processor.settleNext();
  expect(chainEvents(scene)).toHaveLength(200);
  await processor.change(() => undefined);
  expect(chainEvents(scene)).toHaveLength(50);
});

/** A chain whose only node fails for every reading. */
function failingChain(id: string): ChainDefinition {
  const input = defaultChain.nodes[0]!;
  const failing: ChainNode = {
    id,
    type: "save",
    version: 1,
    name: id,
    position: { x: 0, y: 0 },
    config: { sensor: "missing" },
  };
  return { nodes: [input, failing], wires: [{ from: input.id, output: "out", to: id }] };
}
