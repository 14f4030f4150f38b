import { expect, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { allKinds } from "./all-kinds.ts";
import type { FaultKind, Round } from "./fault-kind.ts";
import { nextKind, restS } from "./next-kind.ts";
import { proofReport } from "./proof-report.ts";
import { kindState, newState, note, readState, writeState } from "./proof-state.ts";

const round: Round = { done: 10, checked: { "stored once": 7 }, broken: [] };
const broken = [{ law: "stored once", text: "stored twice, 1 of them" }] as const;

function kind(name: string, share: number, target = 1000): FaultKind {
  return { name, does: "", unit: "faults", target, share, round: async () => round };
}

test("gives every kind a round before any has a second one, and then time by share", () => {
  const kinds = [kind("one", 1), kind("three", 3)];
  const state = newState(1);
  const turns: string[] = [];
  for (let turn = 0; turn < 8; turn++) {
    const next = nextKind(kinds, state, 1000)!;
    turns.push(next.name);
    note(kindState(state, next), turn, round);
    kindState(state, next).seconds += 5;
  }
  expect(turns.slice(0, 2)).toEqual(["one", "three"]);
  expect(turns.filter((name) => name === "three")).toHaveLength(6);
});

test("begins no round that is likely to end too late, and none of a kind that is complete", () => {
  const kinds = [kind("long", 1), kind("complete", 1, 10)];
  const state = newState(1);
  for (const each of kinds) {
    note(kindState(state, each), 1, round);
    kindState(state, each).seconds = 60;
  }
  expect(nextKind(kinds, state, 100)?.name).toBe("long");
  expect(nextKind(kinds, state, 50)).toBeNull();
  expect(restS(kinds, state)).toBe(60 * 99);
});

test("continues where an earlier run was ended, with the next seed", () => {
  using folder = tempFolder();
  const path = join(folder.path, "state.json");
  const state = newState(7);
  const [first] = allKinds;
  note(kindState(state, first!), 7, round);
  writeState(path, state);
  expect(readState(path)).toEqual(state);
  expect(kindState(readState(path)!, first!)).toMatchObject({ done: 10, rounds: 1, nextSeed: 8 });
});

test("reports a broken law and a round that did not end, with their seeds", () => {
  const state = newState(7);
  const own = kindState(state, allKinds[0]!);
  expect(note(own, 7, round)).toBeNull();
  expect(note(own, 8, { ...round, broken })).not.toBeNull();
  expect(note(own, 9, new Error("It hung."))).not.toBeNull();
  const report = proofReport(state);
  expect(report).toContain("2 rounds FAILED");
  expect(report).toContain(`${allKinds[0]!.name}, seed 8: stored once: stored twice`);
  expect(report).toContain("seed 9: It hung.");
  expect(report).toContain("| stored once | 14 | 1 |");
});
