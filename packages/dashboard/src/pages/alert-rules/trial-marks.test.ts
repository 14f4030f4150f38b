import { expect, test } from "bun:test";
import { trialMarks } from "./trial-marks.ts";

const at = (minute: number) => `2026-03-01T12:0${minute}:00.000000Z`;

test("a trial has as many marks as alarms, each until it is cleared", () => {
  const changes = [
    { change: "raised", at: at(1), value: 5 },
    { change: "cleared", at: at(2), value: 1 },
    { change: "raised", at: at(4), value: 7 },
  ] as const;
  expect(trialMarks([...changes], "warning").map(({ atMs, untilMs }) => [atMs, untilMs])).toEqual([
    [Date.parse(at(1)), Date.parse(at(2))],
    [Date.parse(at(4)), undefined],
  ]);
});
