import { beforeEach, expect, test } from "bun:test";
import { createLog } from "../platform/log.ts";
import { OutageLog } from "./outage-log.ts";

let lines: Record<string, unknown>[];
let outage: OutageLog;

beforeEach(() => {
  lines = [];
  outage = new OutageLog(createLog("info", "test", (line) => lines.push(JSON.parse(line))));
});

test("logs an outage of many partitions once, and once when all of them work again, with their number", () => {
  for (const partition of [0, 1, 2]) outage.worked(partition);
  expect(lines).toEqual([]);
  for (const time of [1, 2])
    for (const partition of [0, 1, 2]) outage.failed(partition, "cannot settle", `no answer ${time}`);
  expect(lines).toMatchObject([{ level: "error", message: "cannot settle", reason: "no answer 1" }]);
  outage.worked(0);
  outage.gone(1);
  outage.worked(0);
  expect(lines).toHaveLength(1);
  outage.worked(2);
  outage.worked(2);
  expect(lines.slice(1)).toMatchObject([
    { level: "info", message: "readings are settled again", partitions: 3, failed_attempts: 6 },
  ]);
});

test("logs the next outage again", () => {
  for (const reason of ["first", "second"]) {
    outage.failed(7, "cannot settle", reason);
    outage.worked(7);
  }
  expect(lines.map(({ reason }) => reason)).toEqual(["first", undefined, "second", undefined]);
});
