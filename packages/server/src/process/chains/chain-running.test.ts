import { describe, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { defaultChain } from "@weir/rule-engine/default-chain";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { tempFolder } from "../../../../../tests/harness/temp-folder.ts";
import { logFile } from "../../queue/sqlite-log/log-schema.ts";
import { SqliteStoreReader } from "../../store/engine/sqlite/sqlite-store-reader.ts";
import { storeFile } from "../../store/engine/sqlite/store-schema.ts";
import { outboxQueries } from "../../store/outbox/queries.ts";
import { savingSensor, type TestProcessing } from "../test-processing.ts";
import { append, lastingChain, node, otherSensor, row, sceneWith, settleAll } from "./test-chain-scene.ts";

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
              await expect(processor.settleNext()).rejects.toThrow("integer overflow");
              fault.mend();
            }
            await settleAll(processor);
          }
          expect(scene.values()).toEqual(plain.values());
          expect(scene.states()).toEqual(plain.states());
          expect(scene.store.progress()).toEqual(plain.store.progress());
        },
      ),
      { numRuns: propertyRuns(12) },
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
    const counts = scene.nodeCounts().filter(({ readings }) => readings > 0);
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
    await expect(processor.settleNext()).rejects.toThrow("integer overflow");
    await expect(processor.settleNext()).rejects.toThrow("integer overflow");
    fault.mend();
    await settleAll(processor);
    const { readings } = scene.nodeCounts().find(({ nodeId }) => nodeId === "save")!;
    expect(readings).toBe(2);
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
    const queries = outboxQueries(new SqliteStoreReader(scene.dataDir));
    const keys = (await queries.list({ limit: 10 })).map(({ key }) => key);
    await queries.close();
    return keys.sort();
  }
});
