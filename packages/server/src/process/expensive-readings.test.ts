import { expect, test } from "bun:test";
import type { ChainDefinition, ChainNode, Wire } from "@weir/rule-engine/chain";
import { at } from "../queue/test-positions.ts";
import { StoreFault } from "../store/store-fault.ts";
import { chainUuid, savingSensor, TestProcessing } from "./test-processing.ts";

const otherSensor = 11;
const longList = JSON.stringify({ list: Array.from({ length: 1900 }, () => 1) });
const loop = "metadata.list.exists(x, x + 1.0 > 9.0)";

function node(id: string, type: string, config: ChainNode["config"] = {}): ChainNode {
  return { id, type, version: 1, name: `The ${id}`, config, position: { x: 0, y: 0 } };
}

/** A chain whose nodes loop over a list that the device sends, and then save. */
function loopingChain(last = node("last", "save")): ChainDefinition {
  const loops = Array.from({ length: 9 }, (_, nth) => node(`loop-${nth}`, "expression", { when: loop }));
  const nodes = [node("input", "input"), ...loops, last];
  const wires: Wire[] = nodes.slice(1).map(({ id }, index) => ({
    from: nodes[index]!.id,
    output: index === 0 ? "out" : "false",
    to: id,
  }));
  return { nodes, wires };
}

/** Two chains that are cheap enough alone, but not together. */
function scene(): TestProcessing {
  const made = new TestProcessing();
  made.definitions.set(1, loopingChain(node("last", "chain", { chain: chainUuid(5) })));
  made.definitions.set(5, loopingChain());
  made.chainOfSensor.set(otherSensor, 5);
  return made;
}

test("makes a reading that takes too much a dead letter at the expensive node, and saves the others", async () => {
  using processing = scene();
  const expensive = { sensorId: savingSensor, atUs: 2, value: 7, metadata: longList };
  const position = processing.append({
    readings: [
      { sensorId: savingSensor, atUs: 1, metadata: '{"list":[1]}' },
      expensive,
      { sensorId: otherSensor, atUs: 2, metadata: longList },
      { sensorId: savingSensor, atUs: 3, metadata: '{"list":[1]}' },
    ],
  });
  await processing.processor().settleNext();
  expect(processing.store.progress()).toEqual({
    position: at(position),
    saved: 3,
    alreadyStored: 0,
    ended: 0,
    dead: 1,
  });
  expect(processing.times()).toEqual([1, 3]);
  expect(processing.times(otherSensor)).toEqual([2]);
  const [letter] = processing.deadLetters();
  expect(letter).toMatchObject({ sensorId: savingSensor, value: 7, metadata: longList });
  expect(letter!.reason).toContain("more than 2 ms of processing time");
  expect(letter!.nodeId).toStartWith("loop-");
  expect(letter!.reason).toContain(`The ${letter!.nodeId}`);
});

test("records where readings used up their processing time", async () => {
  using processing = scene();
  processing.append({ readings: [{ sensorId: savingSensor, atUs: 2, metadata: longList }] });
  const processor = processing.processor();
  await processor.settleNext();
  await processor.writeCounts();
  const [end] = processing.rows("SELECT * FROM unsaved_ends") as [Record<string, unknown>];
  const [letter] = processing.deadLetters();
  expect(end).toMatchObject({ fate: "too_expensive", node_id: letter!.nodeId, chain_id: letter!.chainId });
  expect(processing.rows("SELECT node_id FROM node_errors")).toEqual([{ node_id: letter!.nodeId }]);
});

test("gives a batch the same result when it is processed again after a crash", async () => {
  using processing = scene();
  const lists = [100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 1950];
  const readings = lists.map((length, index) => ({
    sensorId: savingSensor,
    atUs: index,
    metadata: JSON.stringify({ list: Array.from({ length }, () => 1) }),
  }));
  processing.append({ readings });
  const fault = processing.breakStore("INSERT");
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(processing.processor().settleNext()).rejects.toThrow(StoreFault);
    expect(processing.deadLetters()).toEqual([]);
  }
  fault.mend();
  await processing.processor().settleNext();
  const first = processing.store.progress();
  expect(first.saved).toBeGreaterThan(0);
  expect(first.saved + first.dead).toBe(lists.length);
  // The same readings in another installation, which knows nothing of the attempts before.
  using other = scene();
  other.append({ readings });
  await other.processor().settleNext();
  expect(other.store.progress()).toEqual(first);
});
