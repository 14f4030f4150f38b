import { expect, test } from "bun:test";
import { limitNames, limitRoutes } from "@weir/protocol/manage/limit-routes";
import { createDevice } from "../manage/devices.ts";
import { newDevice, unwrap } from "../manage/test-store.ts";
import { limitHandlers } from "./limit-handlers.ts";
import { ApiUnderTest } from "./testing/api-under-test.ts";

test("every limit is listed with what the account uses of it, and nothing of others", async () => {
  await using api = await ApiUnderTest.create(limitRoutes, limitHandlers, {
    parts: {
      live: { subscribe: () => ({ ok: false, limit: "total", max: 0 }), streamsOf: () => 7 },
      uses: {
        of: () =>
          Promise.resolve({
            queueBytes: 512,
            identities: 77,
            traces: 3,
            storedReadings: 9,
            processedPercent: 1.234,
          }),
      },
    },
  });
  const account = await api.addAccount("Plant");
  const other = await api.addAccount("Office");
  unwrap(await createDevice(api.control, newDevice(account.id)));
  unwrap(await createDevice(api.control, newDevice(other.id)));
  unwrap(await createDevice(api.control, newDevice(other.id, { name: "Second" })));
  const { status, json } = await api.as("viewer", account).call("showLimits");
  expect(status).toBe(200);
  const items = json.items as { name: string; used: number | null; setting: string | null }[];
  expect(items.map(({ name }) => name)).toEqual([...limitNames]);
  const used = Object.fromEntries(items.map(({ name, used: of }) => [name, of]));
  expect(used).toMatchObject({ devices: 1, sensors: 2, live_streams: 7, chain_checks: 0, queue_bytes: 512 });
  expect(used).toMatchObject({
    traces: 3,
    stored_readings: 9,
    processing_share: 1.2,
    quarantined_readings: 0,
  });
  expect(used).toMatchObject({
    server_queue_bytes: null,
    server_parked_bytes: null,
    server_identities: null,
  });
  expect(items.find(({ name }) => name === "live_streams")!.setting).toBe("streams_per_account");
});
