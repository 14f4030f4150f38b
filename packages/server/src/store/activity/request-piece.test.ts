import { expect, test } from "bun:test";
import { blockBytesMax, hashOfId, piecesOf } from "./request-piece.ts";
import { sampleRecord } from "./test-activity-scene.ts";

test("makes one piece of requests that fit into a block, in the order of arrival", () => {
  const [piece, ...others] = piecesOf(1, [
    sampleRecord(1, { deviceId: 9 }),
    sampleRecord(2, { deviceId: 8 }),
  ]);
  expect(others).toEqual([]);
  expect(piece).toMatchObject({ accountId: 1, isTroubled: false });
  expect(piece!.requests.map(({ deviceId }) => deviceId)).toEqual([9, 8]);
});

test("splits more requests by device, and leaves none out", () => {
  const records = Array.from({ length: 500 }, (_, nth) => sampleRecord(nth, { deviceId: nth % 10 }));
  const pieces = piecesOf(1, records);
  for (const { bytes } of pieces) expect(bytes).toBeWithin(1, blockBytesMax + 1);
  const requests = pieces.flatMap((piece) => piece.requests);
  const sorted = records.toSorted((one, other) => one.deviceId - other.deviceId);
  expect(requests.map(({ arrivalMs }) => arrivalMs)).toEqual(sorted.map(({ arrivalMs }) => arrivalMs));
});

test("gives a request that is larger than a block a piece of its own", () => {
  const problems = { data: ["x".repeat(2 * blockBytesMax)] };
  const pieces = piecesOf(1, [
    sampleRecord(1),
    sampleRecord(2, { problems, error: "validation_failed" }),
    sampleRecord(3),
  ]);
  expect(pieces.map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
  expect(pieces.map(({ isTroubled }) => isTroubled)).toEqual([false, true, false]);
  expect([...pieces[1]!.reasons]).toEqual(["validation_failed"]);
});

test("keeps the number by which requests are found", () => {
  expect(["a1b2c3d4e5f6-1", ""].map(hashOfId)).toEqual([1_816_014_428, 46_947_589]);
});
