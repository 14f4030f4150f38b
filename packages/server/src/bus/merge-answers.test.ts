import { expect, test } from "bun:test";
import {
  mergeCollected,
  mergeProcessorUse,
  mergeTotals,
  mergeTraces,
  mergeUnsettled,
} from "./merge-answers.ts";

test("merges connections to the latest of each device, and positions to the furthest of each partition", () => {
  const merged = mergeCollected([
    {
      connections: [
        [1, 100],
        [2, 500],
      ],
      events: [],
      lastPositions: [
        { partition: 1, sequence: 9 },
        { partition: 2, sequence: 4 },
      ],
    },
    { connections: [[1, 300]], events: [], lastPositions: [{ partition: 1, sequence: 12 }] },
    { connections: [[2, 400]], events: [], lastPositions: [{ partition: 2, sequence: 3 }] },
  ]);
  expect(merged).toEqual({
    connections: [
      [1, 300],
      [2, 500],
    ],
    events: [],
    lastPositions: [
      { partition: 1, sequence: 12 },
      { partition: 2, sequence: 4 },
    ],
  });
});

test("adds up the unsettled readings of an account over all ingest processes", () => {
  const merged = mergeUnsettled([
    [
      { accountId: 1, bytes: 10, readings: 1 },
      { accountId: 2, bytes: 5, readings: 1 },
    ],
    [{ accountId: 1, bytes: 20, readings: 3 }],
  ]);
  expect(merged).toEqual([
    { accountId: 1, bytes: 30, readings: 4 },
    { accountId: 2, bytes: 5, readings: 1 },
  ]);
});

test("counts stored readings once, as soon as one processor has counted them", () => {
  const use = { traces: 1, processedPercent: 10 };
  expect(
    mergeProcessorUse([
      { ...use, storedReadings: null },
      { ...use, storedReadings: 7 },
    ]),
  ).toEqual({ traces: 2, processedPercent: 20, storedReadings: 7 });
  expect(mergeProcessorUse([{ ...use, storedReadings: null }]).storedReadings).toBeNull();
});

test("does not know a trace that no processor knows", () => {
  expect(mergeTraces([null, null])).toBeNull();
});

test("adds up what each member has counted in the queue", () => {
  const totals = (acceptedReadings: number, sequence: number, counters: Record<string, number>) => ({
    acceptedReadings,
    backlogBytes: 10 * acceptedReadings,
    counters,
    lastPosition: { partition: 0, sequence },
  });
  const merged = mergeTotals([totals(3, 7, { duplicates: 1 }), totals(4, 9, { duplicates: 2, dropped: 5 })]);
  expect(merged).toEqual(totals(7, 9, { duplicates: 3, dropped: 5 }));
});
