import { expect, test } from "bun:test";
import { type Mark, markGroups } from "./mark.ts";

const mark = (atMs: number): Mark => ({
  key: String(atMs),
  kind: "raised",
  severity: "warning",
  atMs,
  title: "",
  text: "",
  link: null,
});

test("leaves out marks outside of the view, and merges those that would overlap", () => {
  const marks = [-1, 0, 5, 13, 50, 101].map(mark);
  const groups = markGroups(marks, { fromMs: 0, toMs: 100 }, 100, 10);
  expect(groups.map(({ leftPx, marks: own }) => [leftPx, own.length])).toEqual([
    [0, 2],
    [13, 1],
    [50, 1],
  ]);
});
