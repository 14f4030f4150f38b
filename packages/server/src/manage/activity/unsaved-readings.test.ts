import { expect, test } from "bun:test";
import { requestOf } from "../../web/testing/test-requests.ts";
import { processedOf } from "./unsaved-readings.ts";

test("asks each partition once for each device, with its own requests only", async () => {
  const settled = [100, 5];
  const asked: number[][] = [];
  const receipts = {
    fates: async () => [],
    settledPosition: async (deviceId: number, partition: number) => {
      asked.push([deviceId, partition]);
      return { partition, sequence: settled[partition]! };
    },
  };
  const request = (deviceId: number, partition: number, sequence: number) =>
    requestOf({ accountId: 1, deviceId }, { position: { partition, sequence } });
  const refused = requestOf({ accountId: 1, deviceId: 9 }, { accepted: 0, position: null });
  const [first, second, third] = [request(1, 0, 100), request(2, 1, 5), request(1, 0, 3)];
  const waiting = [request(1, 0, 101), request(2, 1, 6), request(2, 1, 50)];
  const records = [first, second, third, ...waiting, refused];
  expect(await processedOf(records, { receipts })).toEqual(new Set([first, second, third, refused]));
  expect(asked).toEqual([
    [1, 0],
    [2, 1],
  ]);
});
