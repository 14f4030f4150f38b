import { expect, test } from "bun:test";
import { BatchSaves } from "./batch-saves.ts";

test("counts a reading as already stored if none of its saves wrote a row", () => {
  const saves = new BatchSaves();
  saves.note(0, 0, 1);
  saves.note(1, 1, 3);
  saves.note(2, 3, 5);
  saves.note(5, 5, 6);
  expect(saves.unwritten([])).toEqual([]);
  expect(saves.unwritten([5, 4, 3, 2])).toEqual([2, 5]);
  expect(saves.unwritten([1, 0, 2])).toEqual([0, 1]);
});

test("ignores saves that belong to no accepted reading", () => {
  const saves = new BatchSaves();
  saves.note(7, 2, 3);
  saves.note(9, 5000, 5001);
  expect(saves.unwritten([0, 1, 2, 3, 4999, 5000, 5001])).toEqual([7, 9]);
  saves.clear();
  saves.note(1, 4, 5);
  expect(saves.unwritten([2, 4, 5000])).toEqual([1]);
});
