import { expect, test } from "bun:test";
import { exportRoutes } from "@weir/protocol/manage/export-routes";
import { at } from "../../../queue/test-positions.ts";
import type { AccountContext } from "../../core/api-context.ts";
import { getDevice } from "../../core/find-device.ts";
import { createDevice, editDevice } from "../../devices/devices.ts";
import { newDevice, unwrap } from "../../test-control.ts";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { lastAccountExport, recordedExport } from "./account-export.ts";
import { exportHandlers } from "./export-handlers.ts";

async function scene() {
  const api = await ApiUnderTest.create(exportRoutes, exportHandlers);
  const account = await api.addAccount("Plant");
  const { uuid } = unwrap(await createDevice(api.control, newDevice(account.id)));
  const device = unwrap(await getDevice(api.control, uuid));
  api.store.begin();
  for (const [index, sensor] of device.sensors.entries()) {
    api.store.save(sensor.id, 1_770_000_000_000_000, 20 + index, 1_770_000_001_000_000, -1, 0, "");
  }
  api.store.commit(at(0), at(0), { saved: 2, alreadyStored: 0, ended: 0, dead: 0 });
  return { api, account, device };
}

test("exports sensors of the account as an attachment", async () => {
  const { api, account, device } = await scene();
  await using _ = api;
  const [temperature] = device.sensors;
  const { status, headers, text } = await api
    .as("viewer", account)
    .call("exportReadings", { query: { sensors: temperature!.uuid, from: "2026-02-01" } });
  expect(status).toBe(200);
  expect(headers["Content-Type"]).toBe("text/csv; charset=utf-8; header=present");
  expect(headers["Content-Disposition"]).toBe(
    'attachment; filename="Boiler temperature since 2026-02-01.csv"',
  );
  const row = `${device.uuid},temperature,2026-02-02T02:40:00.000000Z,20,°C,,2026-02-02T02:40:01.000000Z,`;
  expect(text.split("\r\n")[1]).toBe(row);
});

test("exports a whole device, or the sensors named by slug or UUID", async () => {
  const { api, account, device } = await scene();
  await using _ = api;
  const sensorsIn = async (query: Record<string, string>) => {
    const params = { device: device.uuid };
    const call = { params, query: { format: "ndjson", ...query } };
    const { text } = await api.as("viewer", account).call("exportDeviceReadings", call);
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line).sensor]));
  };
  expect(await sensorsIn({})).toEqual(["temperature", "humidity"]);
  expect(await sensorsIn({ sensors: `humidity,${device.sensors[1]!.uuid}` })).toEqual(["humidity"]);
  expect(await sensorsIn({ from: "2026-02-02T02:40:00.000001Z" })).toEqual([]);
  expect(await sensorsIn({ to: "2026-02-02T03:40:00.000001+01:00" })).toEqual(["temperature", "humidity"]);
});

test("exports all sensors of the account, and of no other, in a file with its name", async () => {
  const { api, account, device } = await scene();
  await using _ = api;
  const office = await api.addAccount("Office");
  unwrap(await createDevice(api.control, newDevice(office.id)));
  const call = { query: { format: "ndjson" } };
  const { headers, text } = await api.as("viewer", account).call("exportReadings", call);
  expect(headers["Content-Disposition"]).toBe('attachment; filename="Plant readings all.ndjson"');
  const rows = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.map(({ device, sensor }) => [device, sensor])).toEqual([
    [device.uuid, "temperature"],
    [device.uuid, "humidity"],
  ]);
  expect((await api.as("viewer", office).call("exportReadings", call)).text).toBe("");
});

test("names a file after the device, including letters beyond ASCII, and after the range", async () => {
  const { api, account, device } = await scene();
  await using _ = api;
  const uuid = device.uuid;
  unwrap(await editDevice(api.control, uuid, { name: "Kühlhaus 1/2" }));
  const query = { format: "ndjson", from: "2026-02-01", to: "2026-03-01T01:00+01:00" };
  const call = { params: { device: uuid }, query };
  const { headers } = await api.as("viewer", account).call("exportDeviceReadings", call);
  expect(headers["Content-Disposition"]).toBe(
    'attachment; filename="K_hlhaus 1_2 readings 2026-02-01 to 2026-03-01.ndjson"; ' +
      "filename*=UTF-8''K%C3%BChlhaus%201_2%20readings%202026-02-01%20to%202026-03-01.ndjson",
  );
});

test("exports nothing of another account", async () => {
  const { api, device } = await scene();
  await using _ = api;
  const stranger = api.as("owner", await api.addAccount("Other"));
  const bySensor = await stranger.call("exportReadings", { query: { sensors: device.sensors[0]!.uuid } });
  const byDevice = await stranger.call("exportDeviceReadings", { params: { device: device.uuid } });
  expect([bySensor.status, bySensor.json.code]).toEqual([422, "unknown_sensor"]);
  expect([byDevice.status, byDevice.json.code]).toEqual([404, "unknown_device"]);
});

test.each([
  [{ from: "yesterday" }, "query.from"],
  [{ to: "2026-02-30" }, "query.to"],
  [{ format: "xlsx" }, "query.format"],
  [{ sensors: "" }, "query.sensors"],
  [{ sensors: Array(51).fill("a").join() }, "query.sensors"],
])("refuses %j by its field", async (query, field) => {
  const { api, account, device } = await scene();
  await using _ = api;
  const call = { params: { device: device.uuid }, query: query as Record<string, string> };
  const { status, json } = await api.as("viewer", account).call("exportDeviceReadings", call);
  expect(status).toBe(422);
  expect(json.errors[0].field).toBe(field);
});

test("records who has exported all readings of the account to the end, and no part of them", async () => {
  const { api, account, device } = await scene();
  await using _ = api;
  const call = (query: Record<string, string>) => api.as("viewer", account).call("exportReadings", { query });
  await call({ sensors: device.sensors[0]!.uuid });
  await call({ from: "2026-02-01" });
  await call({ to: "2036-02-01" });
  expect(await lastAccountExport(api.control, account.id)).toBeNull();
  await call({ format: "ndjson" });
  const last = await lastAccountExport(api.control, account.id);
  expect(last).toMatchObject({
    action: "account.export",
    subject: account.uuid,
    after: { format: "ndjson" },
  });
  // Others that follow at once are not recorded, so that they cannot push out other entries.
  await call({});
  expect(await lastAccountExport(api.control, account.id)).toEqual(last);
});

test("does not record an export that was not taken to its end", async () => {
  const { api, account } = await scene();
  await using _ = api;
  async function* pieces() {
    yield new Uint8Array(1);
    yield new Uint8Array(1);
  }
  const context = { account, control: api.control } as unknown as AccountContext;
  const recorded = recordedExport(pieces(), context, "csv");
  for await (const _piece of recorded) break;
  expect(await lastAccountExport(api.control, account.id)).toBeNull();
});
