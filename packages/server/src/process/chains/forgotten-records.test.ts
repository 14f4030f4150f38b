/** What a processor holds in memory of a sensor or a chain ends with it, and is not written after its rows are deleted. */
import { expect, test } from "bun:test";
import { savingSensor } from "../test-processing.ts";
import { ActiveAlarms } from "./active-alarms.ts";
import { append, lastingChain, node, row, sceneWith, settleAll } from "./test-chain-scene.ts";

const raisingChanges = row(
  ["out", node("change", "deadband", { threshold: 5 })],
  ["changed", node("save", "save")],
  ["saved", node("raise", "raise-alarm", { name: "hot", severity: "warning", message: "It is hot." })],
);

test("begins a sensor that it has forgotten with new states and new alarms", async () => {
  using scene = sceneWith(raisingChanges);
  const processor = scene.processor();
  append(scene, [31]);
  await settleAll(processor);
  expect([scene.states().length, scene.activeAlarms().length]).toEqual([1, 1]);
  await processor.change(() => scene.newest!.records.forgetSensor(savingSensor));
  expect([scene.states(), scene.activeAlarms()]).toEqual([[], []]);
  append(scene, [32]);
  await settleAll(processor);
  expect(scene.values()).toEqual([31, 32]);
  expect(scene.activeAlarms()).toHaveLength(1);
});

test("changes no alarm of a sensor that is forgotten in the batch that found it active", async () => {
  using scene = sceneWith(raisingChanges);
  scene.processor();
  const { batch, records } = scene.newest!;
  const alarms = new ActiveAlarms(batch, records.ids);
  const alarm = { accountId: 1, deviceId: 9, sensorId: savingSensor, chainId: lastingChain, nodeId: "raise" };
  const raised = { ...alarm, name: "hot", severity: "warning", message: "It is hot.", raisedUs: 1 } as const;
  alarms.raise({ ...raised, value: 31 });
  alarms.raise({ ...raised, raisedUs: 2, value: 32 });
  alarms.forgetSensor(savingSensor);
  alarms.write();
  expect(batch.alarms.map(({ kind }) => kind)).toEqual(["raised"]);
});

test("writes no counts, errors or states of a chain that was deleted while they waited", async () => {
  using scene = sceneWith(raisingChanges);
  const processor = scene.processor();
  append(scene, [31]);
  await settleAll(processor);
  // Within a second of the first batch, so what these count is not written with them.
  append(scene, [40]);
  await settleAll(processor);
  const { records } = scene.newest!;
  const [kept] = scene.states() as { node_id: string; state: string }[];
  const state = { chainId: lastingChain, nodeId: kept!.node_id };
  const size = kept!.state.length / 2 / Float64Array.BYTES_PER_ELEMENT;
  expect(records.states.of(state, size).peek(savingSensor)?.[1]).toBe(40);
  const error = { chainId: lastingChain, nodeId: "save", sensorId: savingSensor, happenedMs: 1, reason: "x" };
  records.counters.failed(error);
  scene.definitions.delete(lastingChain);
  scene.chainOfSensor.clear();
  scene.chains.reload();
  await processor.forgetDeletedChains();
  await processor.writeCounts();
  expect(scene.nodeCounts().filter(({ chainId }) => chainId === lastingChain)).toEqual([]);
  expect([scene.rows("SELECT * FROM node_errors"), scene.states()]).toEqual([[], []]);
  expect(records.states.isOfChain(lastingChain)).toBeFalse();
  expect(records.states.of(state, size).peek(savingSensor)).toBeUndefined();
});
