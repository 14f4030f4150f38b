import { describe, expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { chainUuid } from "../test-processing.ts";
import { append, asking, lastingChain, node, row, sceneWith, settleAll } from "./test-chain-scene.ts";

const changes = row(["out", node("change", "deadband", { threshold: 5 })], ["changed", node("save", "save")]);

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
    await expect(processor.settleNext()).rejects.toThrow("integer overflow");
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
