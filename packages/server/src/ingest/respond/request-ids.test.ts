import { expect, test } from "bun:test";
import { numbersPerBlock } from "../../queue/request-number.ts";
import { RequestIds } from "./request-ids.ts";

const blockOf = (number: number): number => Math.floor(number / numbersPerBlock);

test("numbers the requests of an account one after the other, so that their receipts share rows", () => {
  const ids = new RequestIds();
  const numbers = Array.from({ length: 3 * numbersPerBlock }, () => ids.nextNumberOf(7));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(new Set(numbers.map(blockOf)).size).toBe(3);
});

test("two numbers of an account do not depend on the requests of others in between", () => {
  const ids = new RequestIds();
  const first = ids.nextNumberOf(1);
  for (let request = 0; request < 500; request++) {
    ids.next();
    ids.nextNumberOf(2);
  }
  expect(ids.nextNumberOf(1)).toBe(first + 1);
});

test("requests of different accounts, and those of nobody known, never have numbers of one block", () => {
  const ids = new RequestIds();
  const blocks = Array.from({ length: 1000 }, (_, account) => blockOf(ids.nextNumberOf(account)));
  const ofNobody = Array.from({ length: 1000 }, () => blockOf(ids.next().number));
  expect(new Set([...blocks, ...ofNobody]).size).toBe(2000);
});

test("blocks are in no order that can be foreseen", () => {
  const ids = new RequestIds();
  const blocks = Array.from({ length: 10_000 }, () => blockOf(ids.next().number));
  const rising = blocks.filter((block, at) => at > 0 && block > blocks[at - 1]!).length;
  expect(rising / blocks.length).toBeWithin(0.45, 0.55);
});

test("all numbers have the same number of digits, and the upcoming number is the next", () => {
  const ids = new RequestIds();
  for (let request = 0; request < 5000; request++) {
    const upcoming = ids.upcomingOf(request % 3);
    expect(ids.nextNumberOf(request % 3)).toBe(upcoming);
    expect(ids.next().number.toString(36).length).toBe(8);
    expect(upcoming.toString(36).length).toBe(8);
  }
});

test("remembers the blocks of a limited number of accounts, and never gives a number twice", () => {
  const ids = new RequestIds();
  const numbers: number[] = [];
  for (let round = 0; round < 2; round++)
    for (let account = 0; account < 12_000; account++) numbers.push(ids.nextNumberOf(account));
  expect(new Set(numbers).size).toBe(numbers.length);
});
