import { expect, test } from "bun:test";
import { type BlockHead, surplusOfBlocks } from "./surplus-of-blocks.ts";

const limits = { perDevice: 3, bytesMax: 10_000, tenantOf: (accountId: number) => accountId };

function block(id: number, deviceIds: number[], other: Partial<BlockHead> = {}): BlockHead {
  return {
    id,
    accountId: 1,
    firstMs: 10 * id,
    lastMs: 10 * id + 9,
    bytes: 100 * deviceIds.length,
    deviceIds,
    ...other,
  };
}

test("deletes blocks of which all devices have enough newer requests", () => {
  const blocks = [block(1, [7, 7, 8]), block(2, [7, 7]), block(3, [7, 8, 8, 8])];
  const { goneIds, thinnedIds, keptFromMs, bytes } = surplusOfBlocks(blocks, limits);
  expect([goneIds, thinnedIds]).toEqual([[1], []]);
  expect([...keptFromMs]).toEqual([
    [8, 30],
    [7, 20],
  ]);
  expect(bytes).toBe(600);
});

test("keeps the requests of quiet devices beside superseded ones, and thins blocks only if it pays", () => {
  const newer = [block(5, [7, 7, 7]), block(6, [7])];
  expect(surplusOfBlocks([block(1, [7, 8]), ...newer], limits)).toMatchObject({
    goneIds: [],
    thinnedIds: [1],
    bytes: 500,
  });
  expect(surplusOfBlocks([block(1, [7, 1, 2, 3, 4]), ...newer], limits)).toMatchObject({
    goneIds: [],
    thinnedIds: [],
  });
});

test("deletes nothing that may be among the newest of its device, because blocks overlap", () => {
  const overlapping = [1, 2, 3].map((id) => block(id, [7, 7, 7], { firstMs: 0, lastMs: 50 }));
  expect(surplusOfBlocks(overlapping, limits)).toMatchObject({ goneIds: [], thinnedIds: [], bytes: 900 });
});

test("past the limit, deletes the oldest blocks of the tenants over their share", () => {
  const blocks = [1, 2, 3, 4, 5, 6].map((id) => block(id, [id, 10 + id], { accountId: id === 1 ? 2 : 1 }));
  const { goneIds, bytes } = surplusOfBlocks(blocks, { ...limits, bytesMax: 900 });
  expect([goneIds, bytes]).toEqual([[2, 3], 800]);
});
