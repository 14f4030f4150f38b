import { expect, test } from "bun:test";
import { OutboxRoom } from "./outbox-room.ts";

/** A store that reports how much room accounts have, and records the questions. */
function storeWith(rooms: Map<number, number>) {
  const asked: number[][] = [];
  const outboxRoom = async (accountIds: readonly number[]) => {
    asked.push([...accountIds]);
    return new Map(accountIds.map((accountId) => [accountId, rooms.get(accountId)!]));
  };
  return { asked, room: new OutboxRoom({ outboxRoom }) };
}

function takeAll(room: OutboxRoom, accountId: number): number {
  let taken = 0;
  while (room.take(accountId)) taken++;
  return taken;
}

test("lets an account send as many messages as it has room for, whatever others do", async () => {
  const { room } = storeWith(
    new Map([
      [1, 3],
      [2, 5],
    ]),
  );
  await room.count(new Set([1, 2]), 0);
  expect([takeAll(room, 1), takeAll(room, 2), room.take(1)]).toEqual([3, 5, false]);
});

test("counts an account with little room again, at most once a second", async () => {
  const rooms = new Map([[1, 1]]);
  const { room, asked } = storeWith(rooms);
  await room.count(new Set([1]), 0);
  expect(takeAll(room, 1)).toBe(1);
  rooms.set(1, 2);
  await room.count(new Set(), 999);
  expect(room.take(1)).toBeFalse();
  await room.count(new Set(), 1000);
  expect(takeAll(room, 1)).toBe(2);
  expect(asked).toEqual([[1], [1]]);
});

test("counts one account with little room before each batch, in turn, and none with much", async () => {
  const rooms = new Map([
    [1, 1],
    [2, 1],
    [3, 1_000_000],
  ]);
  const { room, asked } = storeWith(rooms);
  await room.count(new Set([1, 2, 3]), 0);
  for (let batch = 1; batch <= 4; batch++) await room.count(new Set(), batch * 1000);
  expect(asked).toEqual([[1, 2, 3], [1], [2], [1], [2]]);
});

test("counts an account whose room becomes little before the next batch", async () => {
  const { room, asked } = storeWith(new Map([[1, 60_000]]));
  await room.count(new Set([1]), 0);
  for (let message = 0; message < 9_000; message++) room.take(1);
  await room.count(new Set(), 1);
  for (let message = 0; message < 2_000; message++) room.take(1);
  await room.count(new Set(), 2);
  expect(asked).toEqual([[1], [1]]);
});

test("counts everything again after a batch was given up", async () => {
  const { room } = storeWith(new Map([[1, 2]]));
  await room.count(new Set([1]), 0);
  expect(takeAll(room, 1)).toBe(2);
  room.forget();
  expect(room.has(1)).toBeFalse();
  await room.count(new Set([1]), 0);
  expect(takeAll(room, 1)).toBe(2);
});
