import { expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import fc from "fast-check";
import type { ChainDefinition } from "./chain.ts";
import { compareRuns, differencesMax } from "./compare-runs.ts";
import { defaultChain } from "./default-chain.ts";
import { Rehearsal, type RehearsedEffect, type RehearsedOutcome } from "./rehearsal.ts";
import { sampleReading, sampleStart } from "./testing/run-node.ts";

const readings = (values: readonly number[]) =>
  values.map((value, index) => sampleReading({ value }, sampleStart + index));

/** Stands for a chain that treats every reading alike, or each value as it is told. */
function doing(outcome: RehearsedOutcome["kind"], ...effects: RehearsedEffect[]) {
  const outcomes: Record<RehearsedOutcome["kind"], RehearsedOutcome> = {
    saved: { kind: "saved" },
    ended: { kind: "ended", nodeId: "n", output: "out" },
    dead: { kind: "dead", nodeId: "n", reason: "No." },
  };
  return { run: () => ({ outcome: outcomes[outcome], effects, steps: [] }) };
}

const save = (value: number, metadata = ""): RehearsedEffect => ({
  kind: "save",
  sensorId: 7,
  value,
  metadata,
});
const alarm = { name: "hot", severity: "warning", message: "Hot." } as const;
const raised: RehearsedEffect = { kind: "alarm raised", nodeId: "a", alarm };
const cleared: RehearsedEffect = { kind: "alarm cleared", name: "hot" };
const mail: RehearsedEffect = {
  kind: "message",
  nodeId: "m",
  message: { kind: "mail", to: ["a@example.org"], subject: "s", text: "t" },
};

const keepAbove = (limit: number): ChainDefinition => ({
  nodes: [
    ...defaultChain.nodes,
    {
      id: "limit",
      type: "compare",
      version: 1,
      name: "",
      config: { operator: ">", value: limit },
      position: { x: 0, y: 0 },
    },
  ],
  wires: [
    { from: "input", output: "out", to: "limit" },
    { from: "limit", output: "true", to: "save" },
  ],
});

function rehearse(chain: ChainDefinition): Rehearsal {
  return unwrap(Rehearsal.of(chain, { sensorId: () => undefined, chain: () => undefined }));
}

test("counts what both versions do with real readings, and lists those that differ", () => {
  const { differences, ...summary } = compareRuns(
    readings([1, 4, 9, 4]),
    rehearse(defaultChain),
    rehearse(keepAbove(3)),
  );
  const none = { dead: 0, alarmsRaised: 0, alarmsCleared: 0, messages: 0 };
  expect(summary).toEqual({
    readings: 4,
    published: { ...none, saved: 4, ended: 0 },
    draft: { ...none, saved: 3, ended: 1 },
    differing: 1,
    differingIn: { outcome: 1, values: 1, alarms: 0, messages: 0 },
  });
  expect(differences).toMatchObject([
    {
      atUs: sampleStart * 1e6,
      value: 1,
      aspects: ["outcome", "values"],
      published: { outcome: { kind: "saved" } },
      draft: { outcome: { kind: "ended", nodeId: "limit", output: "false" } },
    },
  ]);
});

test.each([
  ["another outcome", doing("saved"), doing("dead"), ["outcome"]],
  ["another value", doing("saved", save(1)), doing("saved", save(2)), ["values"]],
  ["other metadata", doing("saved", save(1)), doing("saved", save(1, '{"a":1}')), ["values"]],
  ["one more save", doing("saved", save(1)), doing("saved", save(1), save(1)), ["values"]],
  ["an alarm more", doing("saved"), doing("saved", raised), ["alarms"]],
  ["an alarm cleared, not raised", doing("saved", cleared), doing("saved", raised), ["alarms"]],
  ["a message less", doing("saved", mail), doing("saved"), ["messages"]],
  [
    "everything else",
    doing("saved", save(1), mail),
    doing("ended", raised),
    ["outcome", "values", "alarms", "messages"],
  ],
] as const)("%s is a difference", (_name, published, draft, differsIn) => {
  const { differing, differences } = compareRuns(readings([1]), published, draft);
  expect(differing).toBe(1);
  expect(differences[0]!.aspects).toEqual([...differsIn]);
});

test("ignores another path, another node with the same effect, another order and other log lines", () => {
  const log = { kind: "log", nodeId: "l", level: "info", text: "Hm." } as const;
  const published = doing("saved", save(1), save(2), raised);
  const draft = doing("saved", log, { ...raised, nodeId: "b" }, save(2), save(1));
  expect(compareRuns(readings([1]), published, draft).differing).toBe(0);
  const elsewhere = {
    run: () => ({ outcome: { kind: "ended", nodeId: "z", output: "q" } as const, effects: [], steps: [] }),
  };
  expect(compareRuns(readings([1]), doing("ended"), elsewhere).differing).toBe(0);
});

test("counts alarms and messages by version", () => {
  const { published, draft } = compareRuns(
    readings([1, 2]),
    doing("saved", raised, cleared),
    doing("saved", mail),
  );
  expect(published).toMatchObject({ alarmsRaised: 2, alarmsCleared: 2, messages: 0 });
  expect(draft).toMatchObject({ alarmsRaised: 0, alarmsCleared: 0, messages: 2 });
});

test("counts all differences, and keeps the first few", () => {
  const values = Array.from({ length: 100 }, (_, index) => index);
  const { differing, differences } = compareRuns(readings(values), doing("saved"), doing("ended"));
  expect(differing).toBe(100);
  expect(differences.map(({ value }) => value)).toEqual(values.slice(0, differencesMax));
});

test("reports nothing without readings", () => {
  const { readings: count, differing } = compareRuns([], doing("saved"), doing("ended"));
  expect({ count, differing }).toEqual({ count: 0, differing: 0 });
});

test("finds no difference of a version from itself, and accounts for every reading", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true })), fc.integer(), fc.integer(), (values, one, other) => {
      const same = compareRuns(readings(values), rehearse(keepAbove(one)), rehearse(keepAbove(one)));
      expect(same.differing).toBe(0);
      const { published, draft, differing } = compareRuns(
        readings(values),
        rehearse(keepAbove(one)),
        rehearse(keepAbove(other)),
      );
      for (const { saved, ended, dead } of [published, draft])
        expect(saved + ended + dead).toBe(values.length);
      expect(differing).toBe(Math.abs(published.saved - draft.saved));
    }),
  );
});
