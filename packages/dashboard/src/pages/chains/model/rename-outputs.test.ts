import { expect, test } from "bun:test";
import { renameOutputs } from "./rename-outputs.ts";

const wire = (output: string, from = "switch") => ({ from, output, to: "save" });

test("a renamed output keeps its wires, and no other node's", () => {
  const wires = [wire("hot"), wire("else"), wire("hot", "other")];
  expect(renameOutputs(wires, "switch", ["hot", "else"], ["warm", "else"])).toEqual([
    ...[wire("warm"), wire("else"), wire("hot", "other")],
  ]);
});

test("an output keeps its wires while its name is empty for a moment", () => {
  const emptied = renameOutputs([wire("hot")], "switch", ["hot", "else"], ["", "else"]);
  expect(emptied).toEqual([wire("hot")]);
  expect(renameOutputs(emptied, "switch", ["", "else"], ["c", "else"])).toEqual([wire("c")]);
});

test("an output keeps its wires while its name is that of another for a moment", () => {
  const wires = [wire("a"), wire("x")];
  const taken = renameOutputs(wires, "switch", ["a", "x"], ["a", "a"]);
  expect(taken).toEqual(wires);
  expect(renameOutputs(taken, "switch", ["a", "a"], ["a", "ab"])).toEqual([wire("a"), wire("ab")]);
});

test("the wires of a removed output go", () => {
  const wires = [wire("hot"), wire("cold"), wire("else")];
  expect(renameOutputs(wires, "switch", ["hot", "cold", "else"], ["cold", "else"])).toEqual([
    ...[wire("cold"), wire("else")],
  ]);
});
