import { expect, test } from "bun:test";
import { batteryRoutes } from "@weir/protocol/manage/battery-routes";
import { at } from "../../queue/test-positions.ts";
import { getDevice } from "../core/find-device.ts";
import { newDevice, unwrap } from "../test-control.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { exportHandlers } from "../transfer/exports/export-handlers.ts";
import { batteryHandlers } from "./battery-handlers.ts";
import { createDevice } from "./devices.ts";

const minuteUs = 60_000_000;
const startUs = Date.UTC(2026, 5, 1) * 1000;

/** A device with six levels, one per minute and two in the last minute, and another device with one. */
async function open() {
  const api = await ApiUnderTest.create(batteryRoutes, { ...exportHandlers, ...batteryHandlers });
  const account = await api.addAccount("Plant");
  const add = async (name: string) =>
    unwrap(
      await getDevice(
        api.control,
        unwrap(await createDevice(api.control, { ...newDevice(account.id), name })).uuid,
      ),
    );
  const [device, neighbour] = [await add("Boiler"), await add("Pump")];
  api.store.begin();
  for (const minute of [0, 1, 2, 3, 4])
    api.store.battery(device.id, startUs + minute * minuteUs, 4 - minute / 10);
  api.store.battery(device.id, startUs + 4 * minuteUs, 0);
  api.store.battery(neighbour.id, startUs, 12);
  api.store.commit(at(0), at(0), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  return { api, account, params: { device: device.uuid }, viewer: api.as("viewer", account) };
}

function volts({ items }: { items: { volts: number }[] }): number[] {
  return items.map((level) => level.volts);
}

test("lists battery levels in either order, within a range, page by page", async () => {
  const { api, params, viewer } = await open();
  await using _ = api;
  const all = (await viewer.call("listBatteryLevels", { params })).json;
  expect(all.items[1]).toEqual({ at: "2026-06-01T00:01:00.000000Z", volts: 3.9 });
  expect(volts(all)).toEqual([4, 3.9, 3.8, 3.7, 0, 3.6]);
  expect(all.next).toBeNull();
  const range = { from: "2026-06-01T00:01Z", to: String(startUs + 5 * minuteUs), order: "desc", limit: "2" };
  const pages: number[][] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: Record<string, string> = cursor === "" ? range : { ...range, cursor };
    const { json } = await viewer.call("listBatteryLevels", { params, query });
    pages.push(volts(json));
    cursor = json.next;
  }
  expect(pages).toEqual([[3.6, 0], [3.7, 3.8], [3.9]]);
});

test("names an invalid time, limit or cursor", async () => {
  const { api, params, viewer } = await open();
  await using _ = api;
  for (const [field, value] of [
    ["from", "yesterday"],
    ["to", "2026-02-30"],
    ["limit", "0"],
    ["limit", "10001"],
    ["order", "up"],
    ["cursor", "x"],
  ] as const) {
    const { status, json } = await viewer.call("listBatteryLevels", { params, query: { [field]: value } });
    expect([field, status, json.errors?.[0]?.field]).toEqual([field, 422, `query.${field}`]);
  }
});

test("exports battery levels as CSV or NDJSON, the oldest first", async () => {
  const { api, params, viewer } = await open();
  await using _ = api;
  const from = "2026-06-01T00:04Z";
  const csv = await viewer.call("exportBatteryLevels", { params, query: { from } });
  expect(csv.headers).toMatchObject({
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": 'attachment; filename="Boiler battery since 2026-06-01T0004Z.csv"',
  });
  const at = "2026-06-01T00:04:00.000000Z";
  const device = params.device;
  expect(csv.text).toBe(`device,at,volts\r\n${device},${at},0\r\n${device},${at},3.6\r\n`);
  const ndjson = await viewer.call("exportBatteryLevels", { params, query: { from, format: "ndjson" } });
  expect(
    ndjson.text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { device, at, volts: 0 },
    { device, at, volts: 3.6 },
  ]);
  const none = await viewer.call("exportBatteryLevels", { params, query: { to: from, from } });
  expect(none.text).toBe("device,at,volts\r\n");
});

test("does not find the battery of another account's device", async () => {
  const { api, params } = await open();
  await using _ = api;
  const stranger = api.as("owner", await api.addAccount("Other"));
  for (const name of ["listBatteryLevels", "exportBatteryLevels"] as const) {
    const { status, json } = await stranger.call(name, { params });
    expect([name, status, json.code]).toEqual([name, 404, "unknown_device"]);
  }
});
