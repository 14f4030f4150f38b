import { expect, test } from "bun:test";
import type { ChainDefinition, ChainNode } from "@weir/rule-engine/chain";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import { at } from "../queue/test-positions.ts";
import type { OwnerQueries } from "../store/owner-queries.ts";
import type { Settlement } from "../store/settlement.ts";
import { StoreFault } from "../store/store-fault.ts";
import { ChainDirectory } from "./chains/chain-directory.ts";
import { ChainRecords } from "./chains/chain-records.ts";
import { OutboxRoom } from "./outbox-room.ts";
import type { ProcessingParts } from "./processing-parts.ts";
import { Processor } from "./processor.ts";
import { chainUuid, endingSensor, removedSensor, savingSensor, TestProcessing } from "./test-processing.ts";

function node(id: string, type: string, config: ChainNode["config"] = {}): ChainNode {
  return { id, type, version: 1, name: id, config, position: { x: 0, y: 0 } };
}

const otherSensor = 11;
const input = node("input", "input");

/** Every reading keeps a state, raises an alarm or finds it active, sends a message and is saved. */
const busyChain: ChainDefinition = {
  nodes: [
    input,
    node("change", "deadband", { threshold: 0.5 }),
    node("alarm", "raise-alarm", { name: "hot", severity: "warning", message: "Hot." }),
    node("hook", "webhook", { url: "https://example.com/", headers: [], secret: "webhook" }),
    node("save", "save"),
  ],
  wires: [
    { from: "input", output: "out", to: "change" },
    { from: "change", output: "changed", to: "alarm" },
    { from: "alarm", output: "raised", to: "hook" },
    { from: "alarm", output: "active", to: "hook" },
    { from: "hook", output: "queued", to: "save" },
  ],
};

/** Stands for an engine other than SQLite: the `nth` call of the method fails with a StoreFault. */
function failing<Port extends object>(port: Port, method: keyof Port & string, nth: number): Port {
  let calls = 0;
  return new Proxy(port, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === method && ++calls === nth) {
          return Promise.reject(new StoreFault("a fault", { cause: null }));
        }
        return value.apply(target, args) as unknown;
      };
    },
  });
}

/** Creates the parts of a processor whose store fails once. */
type Faults = (scene: TestProcessing) => ProcessingParts;

const failingQuery =
  (method: keyof OwnerQueries): Faults =>
  (scene) => {
    const parts = scene.parts();
    const queries = failing<OwnerQueries>(scene.ownerQueries, method, 1);
    const records = new ChainRecords(parts.batch, queries, parts.records.ids);
    return { ...parts, queries, records, room: new OutboxRoom(queries) };
  };

const faults: Record<string, Faults> = {
  "the position is read": failingQuery("progress"),
  "active alarms are read": failingQuery("activeAlarms"),
  "states are read": failingQuery("states"),
  "the room for messages is counted": failingQuery("outboxRoom"),
  "the batch is committed": (scene) => ({
    ...scene.parts(),
    settlement: failing<Settlement>(scene.settlement, "commit", 1),
  }),
};

for (const [when, partsOf] of Object.entries(faults)) {
  test(`a fault of the engine when ${when} dead-letters nothing and settles nothing`, async () => {
    using scene = new TestProcessing();
    scene.definitions.set(1, busyChain);
    scene.chainOfSensor.set(otherSensor, 1);
    const sensors = [savingSensor, otherSensor, savingSensor, otherSensor];
    const readings = sensors.map((sensorId, index) => ({ sensorId, atUs: index, value: index }));
    const position = scene.append({ readings });
    const processor = new Processor(partsOf(scene));
    await expect(processor.settleNext()).rejects.toThrow(StoreFault);
    expect(scene.deadLetters()).toEqual([]);
    expect(scene.store.progress()).toEqual({
      position: at(0),
      saved: 0,
      alreadyStored: 0,
      ended: 0,
      dead: 0,
    });
    await processor.settleNext();
    expect(scene.deadLetters()).toEqual([]);
    expect(scene.store.progress()).toEqual({
      position: at(position),
      saved: 4,
      alreadyStored: 0,
      ended: 0,
      dead: 0,
    });
    expect(processor.progress).toEqual({ ...scene.store.progress(), position: at(position) });
    expect(scene.rows("SELECT * FROM outbox")).toHaveLength(4);
    expect(scene.rows("SELECT * FROM alarms")).toHaveLength(2);
  });
}

test("looks nothing up in the store in the middle of a batch", async () => {
  using scene = new TestProcessing();
  scene.definitions.set(1, busyChain);
  scene.chainOfSensor.set(otherSensor, 1);
  const given = scene.parts();
  const asked: string[] = [];
  const queries = new Proxy<OwnerQueries>(scene.ownerQueries, {
    get(target, name) {
      const query = Reflect.get(target, name, target) as (...args: unknown[]) => unknown;
      return (...args: unknown[]) => {
        asked.push(`${String(name)} after ${given.batch.messages.length} messages`);
        return query.apply(target, args);
      };
    },
  });
  const records = new ChainRecords(given.batch, queries, given.records.ids);
  const processor = new Processor({ ...given, queries, records, room: new OutboxRoom(queries) });
  for (const first of [0, 10]) {
    const readings = [first, first + 1].flatMap((atUs) =>
      [savingSensor, otherSensor].map((sensorId) => ({ sensorId, atUs, value: atUs })),
    );
    scene.append({ readings });
    await processor.settleNext();
  }
  expect(scene.store.progress()).toMatchObject({ saved: 8, dead: 0 });
  expect(scene.rows("SELECT * FROM outbox").length).toBeGreaterThan(1);
  // Before its first reading, a batch asks for all that it needs.
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.filter((question) => !question.endsWith("after 0 messages"))).toEqual([]);
});

test("does not read control data in the middle of a batch, whatever its readings need", async () => {
  using scene = new TestProcessing();
  scene.definitions.set(1, busyChain);
  scene.chainOfSensor.set(otherSensor, 1);
  const saveAs = node("save", "save", { sensor: "other" });
  const handOver = node("hand over", "chain", { chain: chainUuid(1) });
  scene.definitions.set(5, {
    nodes: [input, saveAs, handOver],
    wires: ["save", "hand over"].map((to) => ({ from: "input", output: "out", to })),
  });
  let isOpen = true;
  const closable = <Read>(read: Read): Read => {
    if (!isOpen) throw new Error("the file is locked");
    return read;
  };
  const source = scene.chainSource();
  const chains = new ChainDirectory({
    chains: () => closable(source.chains()),
    *sensors(deviceId) {
      const { sensor, ...rest } = sampleSource(endingSensor);
      yield* closable(source.sensors(deviceId));
      yield { source: { ...rest, sensor: { ...sensor, slug: "other" } }, chainId: 5, alerts: null };
    },
  });
  const sensors = [savingSensor, endingSensor, removedSensor, otherSensor];
  const readings = sensors.map((sensorId, index) => ({ sensorId, atUs: index, value: index }));
  const position = scene.append({ readings });
  const processor = new Processor({ ...scene.parts(), chains });
  isOpen = false;
  await processor.settleNext();
  expect(scene.deadLetters()).toEqual([]);
  expect(scene.store.progress()).toMatchObject({ position: at(position), dead: 0 });
  expect(scene.store.progress().saved).toBeGreaterThan(2);
  expect(scene.rows("SELECT * FROM outbox").length).toBeGreaterThan(1);
});
