import { expect, test } from "bun:test";
import { timeLabels } from "./time-axis.ts";

const dayMs = 24 * 3_600_000;
const now = Date.UTC(2026, 5, 1, 12);

test("names the year below days only if one of them is in another year", () => {
  const marks = [0, 1, 2].map((nth) => Date.UTC(2026, 2, 4, 12) + nth * dayMs);
  expect(timeLabels(marks, dayMs, now)).toEqual(["Mar 4", "Mar 5", "Mar 6"]);
  const turn = [0, 1, 2].map((nth) => Date.UTC(2025, 11, 31, 12) + nth * dayMs);
  expect(timeLabels(turn, dayMs, now)).toEqual(["Dec 31\n2025", "Jan 1\n2026", "Jan 2"]);
});
