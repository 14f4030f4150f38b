import { expect, test } from "bun:test";
import { type Payer, SharedRoom } from "./shared-room.ts";

const half = (key: string): Payer => ({ key, part: 2 });
const quarter = (key: string): Payer => ({ key, part: 4 });

/** Takes until it is refused, and returns how much. */
function takeAll(room: SharedRoom, payers: readonly Payer[], step = 1): number {
  let taken = 0;
  while (room.take(payers, step)) taken += step;
  return taken;
}

test("gives a payer at most its part of what the others have left", () => {
  const room = new SharedRoom(1200);
  expect(takeAll(room, [half("a")])).toBe(600);
  expect(takeAll(room, [half("b")])).toBe(300);
  expect(takeAll(room, [quarter("c")])).toBe(75);
  expect(room.take([half("d")], 225)).toBe(true);
});

test("counts for every payer, so that neither many sources of one account nor many accounts of one source take all", () => {
  const room = new SharedRoom(1000);
  for (let nth = 0; nth < 100; nth++) takeAll(room, [half(`source ${nth}`), half("account")], 10);
  expect(room.taken).toBeLessThanOrEqual(500);
  for (let nth = 0; nth < 100; nth++) takeAll(room, [half("source"), half(`account ${nth}`)], 10);
  expect(room.taken).toBeLessThanOrEqual(750);
  expect(room.take([half("other source"), half("other account")], 250)).toBe(true);
});

test("leaves room for the other members of an account", () => {
  const room = new SharedRoom(1600);
  expect(takeAll(room, [half("account"), quarter("one member")])).toBe(400);
  expect(takeAll(room, [half("account"), quarter("other member")])).toBeGreaterThanOrEqual(300);
});

test("lets a payer who holds nothing take all that is free, in one piece or growing", () => {
  const room = new SharedRoom(1000);
  expect(room.take([half("a")], 900)).toBe(true);
  expect(room.take([half("b")], 101)).toBe(false);
  room.giveBack([half("a")], 900);
  expect(room.take([half("a")], 400)).toBe(true);
  expect(room.take([half("a")], 400, 400)).toBe(true);
  expect(room.take([half("a")], 100)).toBe(false);
});

test("gives back what was taken, and forgets who holds nothing", () => {
  const room = new SharedRoom(1000);
  const payers = [half("a"), half("b")];
  const taken = takeAll(room, payers, 100);
  room.giveBack(payers, taken);
  expect([room.taken, room.payers]).toEqual([0, 0]);
  expect(takeAll(room, payers, 100)).toBe(taken);
});

test("counts the whole with the threads that share it", () => {
  const counted = new SharedArrayBuffer(8);
  const [one, other] = [new SharedRoom(1000, counted), new SharedRoom(1000, counted)];
  expect(takeAll(one, [half("a")], 10)).toBe(500);
  expect(takeAll(other, [half("a")], 10)).toBeLessThanOrEqual(250);
  expect(other.take([half("b")], 250)).toBe(true);
  expect(other.take([], 1)).toBe(false);
});

test("counts a thing once that is received and kept at the same time", () => {
  const room = new SharedRoom(1000);
  const share = room.share([half("a")]);
  expect([share.take(600), share.take(300), share.keep(900), room.taken]).toEqual([true, true, true, 900]);
  share.giveBack(900);
  expect(room.taken).toBe(900);
  expect(share.keep(1001)).toBe(false);
  share.letGo();
  expect([room.taken, room.payers]).toEqual([0, 0]);
});
