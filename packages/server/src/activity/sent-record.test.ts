import { expect, test } from "bun:test";
import { requestOf } from "../web/testing/test-requests.ts";
import { receiveRecord, sendRecord } from "./sent-record.ts";

const whose = { accountId: 1, deviceId: 2 };

test("sends a record with the partition of its position", () => {
  for (const position of [null, { partition: 0, sequence: 7 }, { partition: 3, sequence: 7 }]) {
    const record = requestOf(whose, { position });
    expect(receiveRecord(structuredClone(sendRecord(record)))).toEqual(record);
  }
});

test("exchanges records with versions that have one partition", () => {
  const { partition, ...earlier } = sendRecord(requestOf(whose, { position: { partition: 0, sequence: 7 } }));
  expect([partition, earlier.position]).toEqual([0, 7]);
  expect(receiveRecord(earlier).position).toEqual({ partition: 0, sequence: 7 });
  expect(receiveRecord({ ...earlier, position: 0 }).position).toBeNull();
});
