import { expect, test } from "bun:test";
import { sampleSource } from "@weir/rule-engine/testing/run-node";
import { waitUntil } from "../../../../tests/harness/wait-until.ts";
import type { LiveEvent } from "../web/live/live-event.ts";
import { LiveFeed } from "./live-feed.ts";

function feedTo(told: LiveEvent[][], everyMs?: number): LiveFeed {
  const feed = new LiveFeed((events) => void told.push(events), everyMs);
  feed.watch([1]);
  return feed;
}

function save(feed: LiveFeed, value: number, sensorId = 1): void {
  feed.saved(sampleSource(sensorId), value, value);
}

const values = (events: LiveEvent[] | undefined) =>
  events?.map((event) => (event.kind === "value" ? event.value : null));

test("sends the first value at once, and later only the last value of each sensor", async () => {
  const told: LiveEvent[][] = [];
  const feed = feedTo(told);
  save(feed, 1);
  expect(told).toEqual([]);
  feed.committed();
  expect(values(told[0])).toEqual([1]);
  for (const value of [2, 3, 4]) {
    save(feed, value);
    save(feed, value * 10, 2);
    feed.committed();
  }
  await waitUntil("the others are told", () => told.length > 1);
  expect(values(told[1])).toEqual([4, 40]);
});

test("keeps earlier batches when one is undone", async () => {
  const told: LiveEvent[][] = [];
  const feed = feedTo(told);
  save(feed, 1);
  feed.committed();
  save(feed, 2);
  feed.committed();
  save(feed, 3);
  feed.rolledBack();
  feed.committed();
  await waitUntil("the second is told", () => told.length > 1);
  expect(values(told[1])).toEqual([2]);
});

test("drops waiting events of accounts that are no longer watched", () => {
  const told: LiveEvent[][] = [];
  const feed = feedTo(told, 0);
  save(feed, 1);
  feed.watch([2]);
  feed.committed();
  save(feed, 2);
  feed.committed();
  expect(told).toEqual([]);
});

test("limits the events of one message, and sends the rest next, with the newest values", async () => {
  const told: LiveEvent[][] = [];
  const feed = feedTo(told);
  for (let sensorId = 1; sensorId <= 3000; sensorId++) save(feed, sensorId, sensorId);
  feed.committed();
  expect(told.map((events) => events.length)).toEqual([2000]);
  save(feed, -1, 3000);
  feed.committed();
  await waitUntil("the others are told", () => told.length > 1);
  expect(told.map((events) => events.length)).toEqual([2000, 1000]);
  expect(values(told[1])!.at(-1)).toBe(-1);
});
