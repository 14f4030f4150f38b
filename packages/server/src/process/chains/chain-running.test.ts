import { describe, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { ChainDefinition, ChainNode, Wire } from "@weir/rule-engine/chain";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import fc from "fast-check";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { logFile } from "../../queue/sqlite-log/log-schema.ts";
import { SqliteOutboxQueries } from "../../store/sqlite/sqlite-outbox-queries.ts";
import { storeFile } from "../../store/sqlite/store-schema.ts";
import { answerRequest } from "../answer-request.ts";
import { Processor } from "../processor.ts";
import type { AlarmAction, ProcessorRequest } from "../processor-request.ts";
import { chainUuid, savingSensor, TestProcessing } from "../test-processing.ts";

const otherSensor = 11;
const lastingChain = 1;

function node(id: string, type: string, config: ChainNode["config"] = {}): ChainNode {
  return { id, type, version: 1, name: id, config, position: { x: 0, y: 0 } };
}

/** Connects nodes in a row, each to the named output of the one before. */
function row(...steps: [output: string, node: ChainNode][]): ChainDefinition {
  const nodes = [node("input", "input")];
  const wires: Wire[] = [];
  for (const [output, next] of steps) {
    wires.push({ from: nodes.at(-1)!.id, output, to: next.id });
    nodes.push(next);
  }
  return { nodes, wires };
}

function sceneWith(chain: ChainDefinition, dataDir?: string): TestProcessing {
  const scene = new TestProcessing(dataDir);
  scene.definitions.set(lastingChain, chain);
  scene.chainOfSensor.set(otherSensor, lastingChain);
  return scene;
}

async function settleAll(processor: Processor): Promise<void> {
  while ((await processor.settleNext()) > 0);
}

function append(scene: TestProcessing, values: readonly number[], sensorId = savingSensor): void {
  const { readings: before } = scene.appended;
  scene.append({
    readings: values.map((value, index) => ({ sensorId, value, atUs: (before + index) * 1e6 })),
  });
}

const changes = row(["out", node("change", "deadband", { threshold: 5 })], ["changed", node("save", "save")]);
const third = row(
  ["out", node("third", "consecutive-threshold", { operator: ">", value: 0, count: 3 })],
  ["reached", node("save", "save")],
);

describe("a node's state", async () => {
  test("is kept per sensor and survives a restart", async () => {
    using scene = sceneWith(changes);
    append(scene, [1, 2, 7]);
    append(scene, [100], otherSensor);
    await settleAll(scene.processor());
    append(scene, [8, 12]);
    append(scene, [103], otherSensor);
    await settleAll(scene.processor());
    expect(scene.values()).toEqual([1, 7, 12]);
    expect(scene.values(otherSensor)).toEqual([100]);
  });

  test("survives a new version of the chain that still has the node", async () => {
    using scene = sceneWith(third);
    append(scene, [1, 1]);
    const processor = scene.processor();
    await settleAll(processor);
    scene.definitions.set(lastingChain, {
      ...third,
      nodes: third.nodes.map((n) => ({ ...n, name: "renamed" })),
    });
    scene.versions.set(lastingChain, 2);
    scene.chains.reload();
    append(scene, [1]);
    await settleAll(processor);
    expect(scene.values()).toEqual([1]);
  });

  test("is the same whether or not batches failed and were repeated, processes died, or commits were lost", async () => {
    const entries = fc.array(fc.array(fc.integer({ min: -3, max: 9 }), { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 6,
    });
    const mishaps = fc.array(fc.constantFrom("none", "fault", "restart"), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(changes, third),
        entries,
        mishaps,
        async (chain, batches, happened) => {
          using plain = sceneWith(chain);
          for (const values of batches) append(plain, values);
          await settleAll(plain.processor());
          using scene = sceneWith(chain);
          let processor = scene.processor();
          for (const [index, values] of batches.entries()) {
            append(scene, values);
            if (happened[index] === "restart") processor = scene.processor();
            if (happened[index] === "fault") {
              const fault = scene.breakStore("INSERT", "node_states");
              await expect(processor.settleNext()).rejects.toThrow("a fault");
              fault.mend();
            }
            await settleAll(processor);
          }
          expect(scene.values()).toEqual(plain.values());
          expect(scene.states()).toEqual(plain.states());
          expect(scene.store.progress()).toEqual(plain.store.progress());
        },
      ),
      { numRuns: 40 },
    );
  });

  test("is rebuilt from the queue after a power cut, to the same numbers", async () => {
    using scene = sceneWith(third);
    append(scene, [1, 1]);
    await settleAll(scene.processor());
    scene.store.sync();
    append(scene, [1, -1, 1]);
    await settleAll(scene.processor());
    using folder = tempFolder();
    cpSync(join(scene.dataDir, storeFile), join(folder.path, storeFile));
    for (const file of [logFile, `${logFile}-wal`])
      cpSync(join(scene.dataDir, file), join(folder.path, file));
    using afterwards = sceneWith(third, folder.path);
    expect(afterwards.states()).not.toEqual(scene.states());
    await settleAll(afterwards.processor());
    expect(afterwards.states()).toEqual(scene.states());
    expect(afterwards.values()).toEqual(scene.values());
  });
});

describe("counts", async () => {
  test("count the readings per output, and where unsaved ones ended", async () => {
    using scene = sceneWith(changes);
    append(scene, [1, 2, 9, 10]);
    await settleAll(scene.processor());
    scene.nowMs += 2000;
    append(scene, [11]);
    await settleAll(scene.processor());
    const counts = scene.chainStore.counts().filter(({ readings }) => readings > 0);
    expect(counts.map(({ nodeId, output, readings, ended }) => [nodeId, output, readings, ended])).toEqual([
      ["change", "changed", 2, 0],
      ["change", "unchanged", 3, 3],
      ["input", "out", 5, 0],
      ["save", "saved", 2, 0],
    ]);
  });

  test("are not counted twice for a batch that failed", async () => {
    using scene = sceneWith(defaultChain);
    const processor = scene.processor();
    append(scene, [1, 2]);
    const fault = scene.breakStore("INSERT", "readings");
    await expect(processor.settleNext()).rejects.toThrow("a fault");
    await expect(processor.settleNext()).rejects.toThrow("a fault");
    fault.mend();
    await settleAll(processor);
    const { readings } = scene.chainStore.counts().find(({ nodeId }) => nodeId === "save")!;
    expect(readings).toBe(2);
  });
});

describe("an alarm", async () => {
  const alarms: ChainDefinition = {
    nodes: [
      node("input", "input"),
      node("hot", "compare", { operator: ">", value: 30 }),
      node("raise", "raise-alarm", { name: "hot", severity: "warning", message: "{{value}} is hot" }),
      node("clear", "clear-alarm", { name: "hot" }),
    ],
    wires: [
      { from: "input", output: "out", to: "hot" },
      { from: "hot", output: "true", to: "raise" },
      { from: "hot", output: "false", to: "clear" },
    ],
  };

  test("is raised once, kept while it lasts, even across a restart, and cleared", async () => {
    using scene = sceneWith(alarms);
    append(scene, [20, 31, 32]);
    await settleAll(scene.processor());
    append(scene, [33]);
    await settleAll(scene.processor());
    expect(scene.chainStore.activeAlarms()).toHaveLength(1);
    expect(scene.rows("SELECT raised_value, last_value, readings, message FROM alarms")).toEqual([
      { raised_value: 31, last_value: 33, readings: 3, message: "31 is hot" },
    ]);
    append(scene, [10, 40]);
    await settleAll(scene.processor());
    expect(scene.rows("SELECT raised_value, cleared_us IS NULL AS active FROM alarms ORDER BY id")).toEqual([
      { raised_value: 31, active: 0 },
      { raised_value: 40, active: 1 },
    ]);
  });

  test("is not raised by a batch that failed", async () => {
    using scene = sceneWith(alarms);
    const processor = scene.processor();
    append(scene, [31]);
    const fault = scene.breakStore("INSERT", "node_counts");
    await expect(processor.settleNext()).rejects.toThrow("a fault");
    expect(scene.chainStore.activeAlarms()).toEqual([]);
    fault.mend();
    await settleAll(processor);
    expect(scene.chainStore.activeAlarms()).toHaveLength(1);
  });

  test("is acknowledged and cleared by a person, and may then be raised again", async () => {
    using scene = sceneWith(alarms);
    const ask = asking(scene);
    append(scene, [31]);
    await ask.settle();
    const { id } = scene.chainStore.activeAlarms()[0]!;
    const change = (action: AlarmAction) => ask({ kind: "change alarms", action, ids: [id, 999], by: "ada" });
    expect(await change("acknowledge")).toEqual({ changedIds: [id] });
    expect(await change("clear")).toEqual({ changedIds: [id] });
    expect(await change("clear")).toEqual({ changedIds: [] });
    append(scene, [32]);
    await ask.settle();
    expect(scene.chainStore.activeAlarms()).toMatchObject([{ sensorId: savingSensor }]);
    expect(await change("clear")).toEqual({ changedIds: [] });
    expect(scene.chainStore.activeAlarms()).toHaveLength(1);
    expect(scene.rows("SELECT count(*) AS alarms FROM alarms")).toEqual([{ alarms: 2 }]);
  });

  test("is changed together with others or not at all, before pages are notified", async () => {
    using scene = sceneWith(alarms);
    const ask = asking(scene);
    append(scene, [31, 32]);
    append(scene, [40], otherSensor);
    await ask.settle();
    const ids = scene.chainStore.activeAlarms().map(({ id }) => id);
    const change = (action: AlarmAction) => ask({ kind: "change alarms", action, ids, by: "ada" });
    await change("acknowledge");
    expect(scene.live).toEqual([]);
    scene.feed.watch([1]);
    const fault = scene.breakStore("UPDATE", "alarms", `OLD.id = ${ids[1]}`);
    for (const action of ["unacknowledge", "clear"] as const) {
      await expect(change(action)).rejects.toThrow("a fault");
    }
    const untouched = { acknowledged_by: "ada", cleared_us: null };
    expect(scene.rows("SELECT acknowledged_by, cleared_us FROM alarms")).toEqual([untouched, untouched]);
    expect(scene.live).toEqual([]);
    fault.mend();
    await change("unacknowledge");
    await change("unacknowledge");
    const { device, sensor } = sampleSource(savingSensor);
    expect(scene.live).toEqual([
      {
        ...{
          kind: "alarm",
          accountId: 1,
          device: device.uuid,
          sensor: sensor.uuid,
          change: "unacknowledged",
        },
        ...{ name: "hot", severity: "warning", message: "31 is hot", atUs: scene.nowMs * 1000, value: 32 },
      },
      expect.objectContaining({ change: "unacknowledged", value: 40 }),
    ]);
    await change("acknowledge");
    await change("clear");
    const told = scene.live.slice(2).map((event) => event.kind === "alarm" && event.change);
    expect(told).toEqual(["acknowledged", "acknowledged", "cleared", "cleared"]);
  });
});

describe("a dead letter", async () => {
  const failing = row(["out", node("save", "save", { sensor: "missing" })]);

  test("names chain, version, node, reason and the node's input, and delays no other reading", async () => {
    using scene = sceneWith(failing);
    scene.chainOfSensor.set(otherSensor, 4);
    scene.definitions.set(4, defaultChain);
    append(scene, [1]);
    append(scene, [2], otherSensor);
    await settleAll(scene.processor());
    expect(scene.store.progress()).toMatchObject({ saved: 1, ended: 0, dead: 1 });
    expect(scene.deadLetters()).toMatchObject([
      {
        reason: 'The device has no sensor "missing".',
        accountId: 1,
        sensorId: savingSensor,
        chainId: lastingChain,
        chainVersion: 1,
        nodeId: "save",
        nodeInput: '{"value":1,"metadata":""}',
        value: 1,
      },
    ]);
  });

  test("is replayed through the current chain, and counted by its new fate", async () => {
    using scene = sceneWith(failing);
    const ask = asking(scene);
    append(scene, [1, 2, 3]);
    await ask.settle();
    const all = { accountId: 1, ids: "all" } as const;
    expect(await ask({ kind: "replay dead letters", letters: all })).toEqual({
      ...{ replayed: 3, saved: 0, alreadyStored: 0, ended: 0, dead: 3, skipped: 0 },
    });
    expect(scene.store.progress()).toMatchObject({ saved: 0, dead: 3 });
    scene.definitions.set(lastingChain, defaultChain);
    scene.versions.set(lastingChain, 2);
    scene.chains.reload();
    expect(await ask({ kind: "replay dead letters", letters: { ...all, accountId: 2 } })).toMatchObject({
      replayed: 0,
    });
    const [first] = scene.deadLetters();
    expect(await ask({ kind: "replay dead letters", letters: { ...all, ids: [first!.id] } })).toMatchObject({
      saved: 1,
    });
    expect(await ask({ kind: "replay dead letters", letters: all })).toMatchObject({ replayed: 2, saved: 2 });
    expect(scene.deadLetters()).toEqual([]);
    expect(scene.values()).toEqual([1, 2, 3]);
    expect(scene.store.progress()).toMatchObject({ saved: 3, ended: 0, dead: 0 });
  });

  test("can be discarded, and its reading stays counted as dead", async () => {
    using scene = sceneWith(failing);
    const ask = asking(scene);
    append(scene, [1, 2]);
    await ask.settle();
    expect(await ask({ kind: "discard dead letters", letters: { accountId: 1, ids: "all" } })).toEqual({
      discarded: 2,
    });
    expect(scene.deadLetters()).toEqual([]);
    expect(scene.store.progress()).toMatchObject({ dead: 2 });
  });
});

describe("a message", async () => {
  const hook = row(["out", node("hook", "webhook", { url: "https://example.test/hook" })]);

  test("is in the outbox when its reading is settled, under the same key however often that happens", async () => {
    using scene = sceneWith(hook);
    append(scene, [1, 2]);
    scene.store.sync();
    await settleAll(scene.processor());
    using folder = tempFolder();
    cpSync(join(scene.dataDir, storeFile), join(folder.path, storeFile));
    for (const file of [logFile, `${logFile}-wal`])
      cpSync(join(scene.dataDir, file), join(folder.path, file));
    using afterwards = sceneWith(hook, folder.path);
    expect(await keysOf(afterwards)).toEqual([]);
    await settleAll(afterwards.processor());
    expect(await keysOf(afterwards)).toEqual(await keysOf(scene));
    expect(new Set(await keysOf(scene)).size).toBe(2);
  });

  test("has a key that follows those of earlier readings", async () => {
    using scene = sceneWith(hook);
    for (let nth = 0; nth < 5; nth++) {
      scene.append({ arrivalUs: 1e15 + nth * 1000, readings: [{ sensorId: savingSensor, atUs: nth }] });
    }
    await settleAll(scene.processor());
    const keys = scene.rows("SELECT key FROM outbox ORDER BY id");
    expect(keys).toHaveLength(5);
    expect(scene.rows("SELECT key FROM outbox ORDER BY key")).toEqual(keys);
  });

  async function keysOf(scene: TestProcessing): Promise<string[]> {
    const queries = new SqliteOutboxQueries(scene.dataDir);
    const keys = (await queries.list({ limit: 10 })).map(({ key }) => key);
    await queries.close();
    return keys.sort();
  }
});

describe("the live feed", async () => {
  const alarming = row(
    ["out", node("save", "save")],
    ["saved", node("hot", "compare", { operator: ">", value: 30 })],
    ["true", node("raise", "raise-alarm", { name: "hot", severity: "critical" })],
  );

  test("sends last values and alarms to watching pages after the batch is stored", async () => {
    using scene = sceneWith(alarming);
    const processor = scene.processor();
    append(scene, [1]);
    await settleAll(processor);
    expect(scene.live).toEqual([]);
    scene.feed.watch([1]);
    append(scene, [2, 31]);
    const fault = scene.breakStore("INSERT", "node_counts");
    scene.nowMs += 2000;
    await expect(processor.settleNext()).rejects.toThrow("a fault");
    expect(scene.live).toEqual([]);
    fault.mend();
    await settleAll(processor);
    expect(scene.live).toMatchObject([
      { kind: "value", value: 31, slug: "temperature" },
      { kind: "chain" },
      { kind: "alarm", name: "hot", change: "raised", severity: "critical", value: 31 },
    ]);
    scene.feed.watch([2]);
    append(scene, [3]);
    await settleAll(processor);
    expect(scene.live).toHaveLength(3);
  });
});

describe("a trace", async () => {
  test("shows the path of every reading while it is on, and costs nothing when it is over", async () => {
    using scene = sceneWith(changes);
    const ask = asking(scene);
    const target = { kind: "chain", chainId: lastingChain } as const;
    append(scene, [1]);
    await ask.settle();
    await ask({ kind: "start trace", target, minutes: 15 });
    append(scene, [2, 20]);
    await ask.settle();
    scene.nowMs += 16 * 60_000;
    append(scene, [40]);
    await ask.settle();
    expect(await ask({ kind: "read trace", target })).toMatchObject({
      seen: 2,
      runs: [
        {
          chainUuid: chainUuid(lastingChain),
          value: 2,
          outcome: "ended",
          steps: [
            { nodeId: "input", output: "out" },
            { nodeId: "change", output: "unchanged", input: { value: 2 } },
          ],
        },
        {
          value: 20,
          outcome: "saved",
          steps: [{}, { output: "changed" }, { nodeId: "save", output: "saved" }],
        },
      ],
    });
    expect(scene.values()).toEqual([1, 20, 40]);
    expect(await ask({ kind: "read trace", target: { kind: "device", deviceId: 9 } })).toBeNull();
  });

  test("keeps the last two hundred", async () => {
    using scene = sceneWith(defaultChain);
    const ask = asking(scene);
    const target = { kind: "device", deviceId: 3 } as const;
    await ask({ kind: "start trace", target, minutes: 15 });
    append(
      scene,
      Array.from({ length: 250 }, (_, index) => index),
    );
    await ask.settle();
    const report = (await ask({ kind: "read trace", target })) as { seen: number; runs: { value: number }[] };
    expect([report.seen, report.runs.length, report.runs[0]!.value]).toEqual([250, 200, 50]);
  });
});

/** A processor that answers people's requests. */
function asking(
  scene: TestProcessing,
): ((request: ProcessorRequest) => Promise<unknown>) & { settle(): Promise<void> } {
  const host = scene.parts();
  const processor = new Processor(host);
  const parts = scene.requestParts(processor, host);
  const ask = (request: ProcessorRequest) => answerRequest(request, parts);
  return Object.assign(ask, { settle: () => settleAll(processor) });
}
