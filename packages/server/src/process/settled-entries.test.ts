import { expect, test } from "bun:test";
import { isReached, type Position } from "../queue/position.ts";
import type { QueueEntry } from "../queue/queue-reader.ts";
import { at } from "../queue/test-positions.ts";
import type { LastEntries, QueueLoss } from "../store/partition-progress.ts";
import { SettledEntries } from "./settled-entries.ts";

const hourMs = 3_600_000;
const writersMax = 1000;

let sequence = 0;
function entry(writer: string, number: number, appendedMs = 0, previous?: QueueEntry): QueueEntry {
  const before = previous && {
    number: previous.origin!.number,
    sequence: previous.position.sequence,
    entries: (previous.origin!.previous?.entries ?? 0) + 1,
    readings: (previous.origin!.previous?.readings ?? 0) + previous.readings,
  };
  return {
    position: at(++sequence),
    readings: 1,
    appendedMs,
    data: new Uint8Array(),
    origin: { writer, number, ...(before && { previous: before }) },
  };
}

/** The entries of a writer, each of which names the one before. */
function chain(writer: string, count: number): QueueEntry[] {
  const entries: QueueEntry[] = [];
  for (let number = 1; number <= count; number++) entries.push(entry(writer, number, 0, entries[number - 2]));
  return entries;
}

/** Finds these by their sequence, and nothing else. */
function among(entries: readonly QueueEntry[]) {
  return async (position: Position) => entries.find((one) => isSamePlace(one.position, position)) ?? null;
}

function isSamePlace(one: Position, other: Position): boolean {
  return isReached(one, other) && isReached(other, one);
}

function open(last: LastEntries = new Map()) {
  const batch: { lastEntries: LastEntries | null; losses: QueueLoss[] } = { lastEntries: null, losses: [] };
  const entries = new SettledEntries(batch);
  entries.load(last);
  return { batch, entries };
}

test("an entry that comes again is passed over, within a batch and after it", () => {
  const { entries } = open();
  const [first, other, second] = [entry("a", 1), entry("b", 1), entry("a", 2)];
  expect(entries.take([first, entry("a", 1), other, second])).toEqual([first, other, second]);
  expect(entries.take([entry("a", 2), entry("b", 1)])).toEqual([]);
});

test("an entry that its writer gave up is passed over when it comes after a later one", () => {
  const { entries } = open();
  entries.take([entry("a", 5)]);
  expect(entries.take([entry("a", 4)])).toEqual([]);
});

test("entries without a writer are never passed over", () => {
  const { entries } = open();
  const { origin: _, ...plain } = entry("a", 1);
  expect(entries.take([plain, plain])).toEqual([plain, plain]);
});

test("whoever loads what a batch has stored passes over the same entries", () => {
  const { entries, batch } = open();
  entries.take([entry("a", 1), entry("b", 7), entry("a", 3)]);
  const next = open(batch.lastEntries!);
  expect(next.entries.take([entry("a", 3), entry("b", 7)])).toEqual([]);
  expect(next.entries.take([entry("a", 4)])).toHaveLength(1);
});

test("writers that have written nothing for an hour are forgotten, and the oldest where there are too many", () => {
  const { entries, batch } = open(new Map([["newer", { number: 1, appendedMs: 1 }]]));
  entries.take([entry("a", 1, hourMs), entry("b", 1, hourMs + 1)]);
  expect([...batch.lastEntries!.keys()]).toEqual(["newer", "a", "b"]);
  entries.take([entry("b", 2, hourMs + 2)]);
  expect([...batch.lastEntries!.keys()]).toEqual(["a", "b"]);
  for (let nth = 0; nth < writersMax; nth++) entries.take([entry(`writer ${nth}`, 1, hourMs + 3)]);
  expect([...batch.lastEntries!.keys()]).toEqual(
    Array.from({ length: writersMax }, (_, nth) => `writer ${nth}`),
  );
});

test("entries that were not delivered are found by the one after them, and come in their order", async () => {
  const { entries } = open();
  const all = chain("a", 5);
  entries.take([all[0]!]);
  const other = entry("b", 1);
  expect(await entries.complete([other, all[3]!, all[4]!], among(all))).toEqual([...all.slice(1, 5), other]);
});

test("nothing is looked for that was settled or delivered, or is of a writer that is not known", async () => {
  const { entries } = open();
  const all = chain("a", 4);
  const fail = () => Promise.reject(new Error("It was looked for."));
  expect(await entries.complete(all.slice(2), fail)).toEqual(all.slice(2));
  entries.take(all.slice(0, 2));
  expect(await entries.complete(all.slice(2), fail)).toEqual(all.slice(2));
});

test("an entry that is gone, or another one in its place, is not taken", async () => {
  const { entries } = open();
  const all = chain("a", 3);
  entries.take([all[0]!]);
  const inPlace = { ...entry("b", 9), position: all[1]!.position };
  expect(await entries.complete([all[2]!], among([]))).toEqual([all[2]!]);
  expect(await entries.complete([all[2]!], among([inPlace]))).toEqual([all[2]!]);
});

test("entries that were acknowledged and are nowhere any more are reported as lost, with their readings", async () => {
  const { entries, batch } = open();
  const [first, , , fourth, fifth] = chain("a", 5);
  entries.take(await entries.complete([first!], among([])));
  const delivered = await entries.complete([fourth!, fifth!], among([]));
  expect(delivered).toEqual([fourth!, fifth!]);
  expect(batch.losses).toEqual([{ position: at(fourth!.position.sequence - 1), entries: 2, readings: 2 }]);
  entries.take(delivered);
  batch.losses.length = 0;
  await entries.complete([entry("a", 6, 0, fifth)], among([]));
  expect(batch.losses).toEqual([]);
});
