import { describe, expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { savingSensor } from "../test-processing.ts";
import {
  append,
  asking,
  lastingChain,
  node,
  otherSensor,
  row,
  sceneWith,
  settleAll,
} from "./test-chain-scene.ts";

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
      replayed: 3,
      saved: 0,
      alreadyStored: 0,
      ended: 0,
      dead: 3,
      skipped: 0,
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
