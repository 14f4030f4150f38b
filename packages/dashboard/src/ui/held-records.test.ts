import { expect, test } from "bun:test";
import { holdRecords } from "./held-records.ts";

const rows = (...ids: number[]) => ids.map((id) => ({ id, state: "active" }));
const idsOf = ({ items }: { items: readonly { id: number }[] }) => items.map(({ id }) => id);

test("keeps rows where they are, and counts new ones", () => {
  const held = holdRecords(rows(5, 3), { items: rows(7, 6, 5, 3), hasMore: false });
  expect(idsOf(held)).toEqual([5, 3]);
  expect(held.newCount).toBe(2);
  expect([...held.goneIds]).toEqual([]);
});

test("updates the state of a row", () => {
  const now = [{ id: 5, state: "acknowledged" }, ...rows(3)];
  expect(holdRecords(rows(5, 3), { items: now, hasMore: false }).items).toEqual(now);
});

test("keeps a row that left the list in its place, marked", () => {
  const held = holdRecords(rows(5, 4, 3), { items: rows(5, 3), hasMore: false });
  expect(idsOf(held)).toEqual([5, 4, 3]);
  expect([...held.goneIds]).toEqual([4]);
});

test("appends older rows that were requested", () => {
  expect(idsOf(holdRecords(rows(5, 3), { items: rows(6, 5, 3, 2, 1), hasMore: true }))).toEqual([5, 3, 2, 1]);
});

test("does not mark a row that new ones pushed off the last page as gone", () => {
  const held = holdRecords(rows(5, 4, 3), { items: rows(7, 6, 5), hasMore: true });
  expect(idsOf(held)).toEqual([5, 4, 3]);
  expect([...held.goneIds]).toEqual([]);
});

test("holds nothing of an empty list", () => {
  expect(idsOf(holdRecords([], { items: rows(2, 1), hasMore: false }))).toEqual([2, 1]);
});
