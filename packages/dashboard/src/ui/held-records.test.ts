import { expect, test } from "bun:test";
import { holdRecords } from "./held-records.ts";

const rows = (...ids: number[]) => ids.map((id) => ({ id, state: "active" }));
const idsOf = ({ items }: { items: readonly { id: number }[] }) => items.map(({ id }) => id);

test("rows stay where they are, and new ones are counted", () => {
  const held = holdRecords(rows(5, 3), { items: rows(7, 6, 5, 3), hasMore: false });
  expect(idsOf(held)).toEqual([5, 3]);
  expect(held.newCount).toBe(2);
  expect([...held.goneIds]).toEqual([]);
});

test("a row shows what became of it", () => {
  const now = [{ id: 5, state: "acknowledged" }, ...rows(3)];
  expect(holdRecords(rows(5, 3), { items: now, hasMore: false }).items).toEqual(now);
});

test("a row that left the list keeps its place and is marked", () => {
  const held = holdRecords(rows(5, 4, 3), { items: rows(5, 3), hasMore: false });
  expect(idsOf(held)).toEqual([5, 4, 3]);
  expect([...held.goneIds]).toEqual([4]);
});

test("older rows that were asked for follow at the end", () => {
  expect(idsOf(holdRecords(rows(5, 3), { items: rows(6, 5, 3, 2, 1), hasMore: true }))).toEqual([5, 3, 2, 1]);
});

test("a row that new ones pushed off the last page has not left", () => {
  const held = holdRecords(rows(5, 4, 3), { items: rows(7, 6, 5), hasMore: true });
  expect(idsOf(held)).toEqual([5, 4, 3]);
  expect([...held.goneIds]).toEqual([]);
});

test("an empty list has nothing to hold", () => {
  expect(idsOf(holdRecords([], { items: rows(2, 1), hasMore: false }))).toEqual([2, 1]);
});
