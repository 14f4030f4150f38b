import { beforeEach, expect, test } from "bun:test";
import { PageWatches } from "./page-watches.ts";

let seen: (readonly number[])[];
let watches: PageWatches;

beforeEach(() => {
  seen = [];
  watches = new PageWatches((accountIds) => seen.push(accountIds));
});

test("watches an account for as long as pages of any manage process watch it", () => {
  watches.told("a", [1, 2]);
  watches.told("b", [2, 3]);
  watches.told("a", [2]);
  watches.left("b");
  watches.left("a");
  expect(seen).toEqual([[1, 2], [1, 2, 3], [2, 3], [2], []]);
});

test("ignores repeated messages", () => {
  watches.told("a", [1]);
  watches.told("b", [1]);
  watches.told("a", [1]);
  watches.left("b");
  watches.left("never heard of");
  expect(seen).toEqual([[1]]);
});

test("uses an answer until a manage process reports by itself, and not after that", () => {
  watches.answered([4]);
  watches.told("a", [5]);
  watches.answered([6]);
  expect(seen).toEqual([[4], [5]]);
});
