import { expect, test } from "bun:test";
import { FrameCursor } from "../frame-cursor.ts";
import { FrameWriter } from "../frame-writer.ts";
import { GatheredRequests } from "./gathered-requests.ts";

const waiter = { taken: () => undefined, failed: () => undefined };

test("requests stay as they were, however large, until they are cleared", () => {
  const gathered = new GatheredRequests();
  const writer = new FrameWriter();
  for (let time = 0; time < 2; time++) {
    const sizes = [1, 5000, 2, 200_000, 3, 1];
    for (const [nth, readings] of sizes.entries()) {
      writer.begin({
        deviceId: nth,
        arrivalUs: 1000,
        batteryVolts: null,
        request: { boot: 1, number: nth },
      });
      for (let value = 0; value < readings; value++) writer.add(nth + 1, value, value, 0, value, "");
      writer.finish();
      writer.accountId = 10 + nth;
      gathered.add(writer, waiter);
      writer.frame.fill(255);
    }
    const cursor = new FrameCursor();
    for (const [nth, readings] of sizes.entries()) {
      const request = gathered.requests[nth]!;
      cursor.open(request);
      expect([cursor.readings, cursor.deviceId, request.accountId]).toEqual([readings, nth, 10 + nth]);
      let sum = 0;
      while (cursor.next()) sum += cursor.value;
      expect(sum).toBe((readings * (readings - 1)) / 2);
      expect(request.frame.length).toBe(request.words[request.start >>> 2]!);
    }
    expect(gathered.waiters).toHaveLength(sizes.length);
    gathered.clear();
    expect(gathered.requests).toHaveLength(0);
  }
});
