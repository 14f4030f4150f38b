import { expect, test } from "bun:test";
import type { ChainDefinition, ChainNode } from "@weir/rule-engine/chain";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import { StoreFault } from "../store/store-fault.ts";
import { ChainDirectory } from "./chains/chain-directory.ts";
import { ChainRecords } from "./chains/chain-records.ts";
import type { LiveParts } from "./chains/live-host.ts";
import { Processor } from "./processor.ts";
import { savingSensor, TestProcessing } from "./test-processing.ts";

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

/** A port whose engine is not SQLite: the `nth` call of the method fails with what the port says faults are. */
function failing<Port extends object>(port: Port, method: keyof Port & string, nth: number): Port {
  let calls = 0;
  return new Proxy(port, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (name === method && ++calls === nth) throw new StoreFault("a fault", { cause: null });
        return value.apply(target, args) as unknown;
      };
    },
  });
}

type Faults = (parts: LiveParts) => LiveParts;

const faults: Record<string, Faults> = {
  "a state is read": (parts) => ({
    ...parts,
    records: new ChainRecords(failing(parts.records.store, "state", 2)),
  }),
  "an alarm is raised": (parts) => ({
    ...parts,
    records: new ChainRecords(failing(parts.records.store, "raiseAlarm", 2)),
  }),
  "a message is sent": (parts) => ({ ...parts, outbox: failing(parts.outbox, "add", 2) }),
  "a reading is saved": (parts) => ({ ...parts, store: failing(parts.store, "save", 2) }),
};

for (const [when, withFault] of Object.entries(faults)) {
  test(`a fault of the engine when ${when} dead-letters nothing and settles nothing`, async () => {
    using scene = new TestProcessing();
    scene.definitions.set(1, busyChain);
    scene.chainOfSensor.set(otherSensor, 1);
    const sensors = [savingSensor, otherSensor, savingSensor, otherSensor];
    const readings = sensors.map((sensorId, index) => ({ sensorId, atUs: index, value: index }));
    const position = scene.append({ readings });
    const processor = new Processor(scene.reader, scene.chains, withFault(scene.parts()), scene.turns());
    await expect(processor.settleNext()).rejects.toThrow(StoreFault);
    expect(scene.deadLetters()).toEqual([]);
    expect(scene.store.progress()).toEqual({ position: 0, saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
    await processor.settleNext();
    expect(scene.deadLetters()).toEqual([]);
    expect(scene.store.progress()).toEqual({ position, saved: 4, alreadyStored: 0, ended: 0, dead: 0 });
    expect(scene.rows("SELECT * FROM outbox")).toHaveLength(4);
  });
}

test("control data is not asked for in the middle of a batch", async () => {
  using scene = new TestProcessing();
  const saveAs = node("save", "save", { sensor: "other" });
  scene.definitions.set(1, { nodes: [input, saveAs], wires: [{ from: "input", output: "out", to: "save" }] });
  let isOpen = true;
  const chains = new ChainDirectory({
    ...scene.chainSource(),
    *sensors() {
      if (!isOpen) throw new Error("the file is locked");
      const source = sampleSource(savingSensor);
      yield { source: { ...source, sensor: { ...source.sensor, slug: "other" } }, chainId: 1 };
    },
  });
  const position = scene.append({ readings: [{ sensorId: savingSensor, atUs: 1 }] });
  const processor = new Processor(scene.reader, chains, scene.parts(), scene.turns());
  isOpen = false;
  await processor.settleNext();
  expect(scene.store.progress()).toEqual({ position, saved: 1, alreadyStored: 0, ended: 0, dead: 0 });
});
