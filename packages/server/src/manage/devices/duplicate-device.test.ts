import { expect, test } from "bun:test";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import { unwrap } from "@weir/protocol/result";
import { deviceByUuid } from "../../control/devices/device-ids.ts";
import { assignChain } from "../chains/chain-assignment.ts";
import { makePublishedChain } from "../chains/test-chains.ts";
import { sensorRetention, setSensorRetention } from "../retention/retention.ts";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { deviceHandlers } from "./device-handlers.ts";
import { createDeviceGroup } from "./groups/device-groups.ts";

async function open() {
  const api = await ApiUnderTest.create(deviceRoutes, deviceHandlers);
  const account = await api.addAccount("Plant");
  return { api, account, editor: api.as("editor", account) };
}

test("copies everything that people have set up, and nothing that is about the other device", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const { control } = api;
  unwrap(await createDeviceGroup(control, { accountId: account.id, name: "Hall" }));
  const chain = await makePublishedChain(control, account.id, "Cold");
  const settings = {
    description: "Big",
    group: "Hall",
    enabled: false,
    contract: "stored",
    handling: "lenient",
    quarantine_mode: "on",
    expected_interval_s: 60,
    silence_alarm: "warning",
    tags: ["cold"],
    attributes: { floor: 3 },
  };
  const sensors = [
    { slug: "t", name: "Temperature", type: "temperature", unit: "°C" },
    { slug: "door", name: "Door", type: null, unit: null },
  ];
  const location = { latitude: 1, longitude: 2, label: "" };
  const body = { name: "Freezer", ...settings, chain: "Cold", notes: "Old", location, sensors };
  const { json: first } = await editor.call("createDevice", { body });
  unwrap(await assignChain(control, chain.uuid, { kind: "sensor", device: first.uuid, sensor: "t" }));
  unwrap(await setSensorRetention(control, { device: first.uuid, sensor: "door" }, 7));

  const { status, json: copy } = await editor.call("duplicateDevice", {
    params: { device: first.uuid },
    body: {},
  });
  expect(status).toBe(201);
  expect(copy).toMatchObject({
    ...settings,
    name: "Freezer (copy)",
    chain: { uuid: chain.uuid },
    location: null,
    notes: "",
  });
  expect(copy.token).not.toBe(first.token);
  expect(copy.uuid).not.toBe(first.uuid);
  const { id } = (await deviceByUuid(control.db, copy.uuid))!;
  const rows = await control.db
    .selectFrom("sensors")
    .selectAll()
    .where("device_id", "=", id)
    .orderBy("id")
    .execute();
  expect(rows).toMatchObject([
    { ...sensors[0], chain_id: expect.any(Number) },
    { ...sensors[1], chain_id: null },
  ]);
  const kept = async (sensor: string) => unwrap(await sensorRetention(control, copy.uuid, sensor)).own;
  expect([await kept("t"), await kept("door")]).toEqual(["account", 7]);
  const [entry] = await api.auditOf(account);
  expect(entry).toMatchObject({
    action: "device.duplicate",
    subject: copy.uuid,
    after: { from: first.uuid },
  });
  expect(JSON.stringify(entry)).not.toContain(copy.token);
});

test("refuses to copy a device of another account, or for a viewer", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const { json: device } = await editor.call("createDevice", { body: { name: "Freezer" } });
  const params = { device: device.uuid };
  const other = await api.addAccount("Other");
  expect((await api.as("editor", other).call("duplicateDevice", { params, body: {} })).json.code).toBe(
    "unknown_device",
  );
  expect((await api.as("viewer", account).call("duplicateDevice", { params, body: {} })).status).toBe(403);
  const named = await editor.call("duplicateDevice", { params, body: { name: "Freezer 2" } });
  expect(named.json.name).toBe("Freezer 2");
});
