import { expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { EditHistory } from "./edit-history.ts";

/** Compared by identity, not by content. */
const state = (): ChainDefinition => ({ nodes: [], wires: [] });

test("undoes and redoes edits in order", () => {
  const history = new EditHistory<ChainDefinition>();
  const [one, two, three] = [state(), state(), state()];
  history.add(one, undefined);
  history.add(two, undefined);
  expect(history.undo(three)).toBe(two);
  expect(history.undo(two)).toBe(one);
  expect(history.undo(one)).toBeUndefined();
  expect(history.redo(one)).toBe(two);
  expect(history.redo(two)).toBe(three);
  expect(history.canRedo).toBe(false);
});

test("discards what could be redone after a new change", () => {
  const history = new EditHistory<ChainDefinition>();
  history.add(state(), undefined);
  history.undo(state());
  history.add(state(), undefined);
  expect(history.canRedo).toBe(false);
});

test("undoes typing into one field together, and two fields separately", () => {
  const history = new EditHistory<ChainDefinition>();
  const [one, two, three, four] = [state(), state(), state(), state()];
  history.add(one, "name a");
  history.add(two, "name a");
  history.add(three, "name b");
  expect(history.undo(four)).toBe(three);
  expect(history.undo(three)).toBe(one);
});

test("does not join an undone edit with the next one", () => {
  const history = new EditHistory<ChainDefinition>();
  const [one, two] = [state(), state()];
  history.add(one, "name a");
  history.undo(two);
  history.add(one, "name a");
  expect(history.canUndo).toBe(true);
});
