import { expect, test } from "bun:test";
import { arrive, arrivedMax, listedAnew, noneArrived, release } from "./arrived-requests.ts";
import type { Request } from "./outcome-words.ts";

const timeOf = (id: number) => `2026-06-01T12:00:00.${String(id).padStart(6, "0")}Z`;
const requests = (...ids: number[]) => ids.map((id) => ({ id: String(id), at: timeOf(id) }) as Request);
const upTo = (last: number) => requests(...Array.from({ length: last }, (_, nth) => nth + 1));
const idsOf = (all: readonly Request[]) => all.map(({ id }) => Number(id));

test("shows new requests on top", () => {
  const once = arrive(noneArrived, requests(1, 2), false);
  expect(idsOf(arrive(once, requests(3), false).shown)).toEqual([3, 2, 1]);
});

test("counts new requests while the list is held, and shows them afterwards", () => {
  const shown = arrive(noneArrived, requests(1), false);
  const held = arrive(arrive(shown, requests(2, 3), true), requests(4), true);
  expect([idsOf(held.shown), held.heldCount]).toEqual([[1], 3]);
  const released = release(held);
  expect([idsOf(released.shown), released.heldCount, released.isTooMany]).toEqual([[4, 3, 2, 1], 0, false]);
  expect(idsOf(arrive(held, requests(5), false).shown)).toEqual([5, 4, 3, 2, 1]);
});

test("shows a gap when too many requests arrived, whether they were held or not", () => {
  const shown = arrive(noneArrived, upTo(arrivedMax), false);
  expect(shown.isTooMany).toBe(false);
  const more = arrive(shown, requests(1000), false);
  expect([more.isTooMany, more.shown.length, more.shown[0]?.id]).toEqual([true, arrivedMax, "1000"]);
  const held = arrive(arrive(noneArrived, upTo(arrivedMax), true), requests(1000), true);
  expect([held.heldCount, held.held.length, held.isTooMany]).toEqual([arrivedMax + 1, arrivedMax, false]);
  expect(release(held).isTooMany).toBe(true);
});

test("replaces earlier events and closes the gap when the list is loaded again", () => {
  const many = arrive(noneArrived, upTo(arrivedMax + 10), false);
  const held = arrive(many, requests(300), true);
  const anew = listedAnew(held, requests(arrivedMax + 8)[0]);
  expect(idsOf(anew.shown)).toEqual([arrivedMax + 10, arrivedMax + 9]);
  expect([anew.isTooMany, anew.heldCount]).toEqual([false, 1]);
  expect(idsOf(listedAnew(many, undefined).shown)).toHaveLength(arrivedMax);
});
