import { expect, test } from "bun:test";
import { sensorTypeRoutes } from "@weir/protocol/manage/sensor-type-routes";
import { ApiUnderTest } from "../../web/testing/api-under-test.ts";
import { sensorTypeHandlers } from "./sensor-type-handlers.ts";
import { sensorTypesPerAccountMax } from "./sensor-types.ts";

async function open() {
  const api = await ApiUnderTest.create(sensorTypeRoutes, sensorTypeHandlers);
  const account = await api.addAccount("Plant");
  // Without the types that an account starts with.
  await api.control.transact((tx) => tx.deleteFrom("sensor_types").execute());
  const editor = api.as("editor", account);
  const add = (body: unknown) => editor.call("createSensorType", { body });
  return { api, account, editor, add };
}

test("creates, lists, changes and deletes types, and audits all of it", async () => {
  const { api, account, editor, add } = await open();
  await using _ = api;
  const made = await add({
    name: "temperature",
    unit: "°C",
    decimals: 1,
    min: -40,
    max: 85.5,
    icon: "thermometer",
  });
  const params = { type: made.json.uuid };
  expect(made.json).toMatchObject({ name: "temperature", unit: "°C", decimals: 1, min: -40, max: 85.5 });
  expect((await add({ name: "humidity" })).json).toMatchObject({ unit: null, decimals: null, min: null });
  const { items } = (await editor.call("listSensorTypes")).json;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["humidity", "temperature"]);
  const changed = await editor.call("updateSensorType", { params, body: { unit: "K", min: null } });
  expect(changed.json).toMatchObject({ name: "temperature", unit: "K", decimals: 1, min: null, max: 85.5 });
  expect((await editor.call("showSensorType", { params })).json).toEqual(changed.json);
  expect((await editor.call("deleteSensorType", { params })).status).toBe(204);
  expect((await editor.call("showSensorType", { params })).json.code).toBe("unknown_sensor_type");
  const entries = await api.auditOf(account);
  expect(entries.map(({ action }) => action)).toEqual([
    ...["sensor-type.delete", "sensor-type.update", "sensor-type.create", "sensor-type.create"],
  ]);
  expect(entries[1]).toMatchObject({ before: { unit: "°C", min: -40 }, after: { unit: "K", min: null } });
});

test("refuses invalid fields by name, including in a change", async () => {
  const { api, editor, add } = await open();
  await using _ = api;
  const { uuid } = (await add({ name: "a", min: 5 })).json;
  await add({ name: "b" });
  const told = ({ status, json }: Awaited<ReturnType<typeof add>>) => [status, json.errors?.[0].field];
  expect(told(await add({ name: "a" }))).toEqual([409, "name"]);
  expect(told(await add({ name: " " }))).toEqual([422, "name"]);
  expect(told(await add({ name: "c", min: 2, max: 1 }))).toEqual([422, "max"]);
  expect(told(await add({ name: "c", decimals: 16 }))).toEqual([422, "decimals"]);
  const params = { type: uuid };
  const change = (body: unknown) => editor.call("updateSensorType", { params, body });
  expect(told(await change({ max: 4 }))).toEqual([422, "max"]);
  expect(told(await change({ name: "b" }))).toEqual([409, "name"]);
  expect((await change({ name: "a", max: 5 })).status).toBe(200);
});

test("lists types by name in any case", async () => {
  const { api, editor, add } = await open();
  await using _ = api;
  for (const name of ["sound", "CO2", "battery", "PM2.5"]) await add({ name });
  const { items } = (await editor.call("listSensorTypes")).json;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["battery", "CO2", "PM2.5", "sound"]);
});

test("limits the number of types of an account", async () => {
  const { api, account, add } = await open();
  await using _ = api;
  await api.control.transact(async (tx) => {
    for (let n = 0; n < sensorTypesPerAccountMax; n++) {
      const row = { uuid: `type-${n}`, account_id: account.id, name: `Type ${n}`, created_at: 1 };
      await tx.insertInto("sensor_types").values(row).execute();
    }
  });
  expect((await add({ name: "One more" })).json.code).toBe("too_many_sensor_types");
});

test("refuses a change or removal that expects another version with 412, and does nothing", async () => {
  const { api, editor, add } = await open();
  await using _ = api;
  const made = await add({ name: "a" });
  const call = { params: { type: made.json.uuid }, headers: { "If-Match": made.headers.ETag! } };
  expect((await editor.call("updateSensorType", { ...call, body: { unit: "K" } })).status).toBe(200);
  expect((await editor.call("updateSensorType", { ...call, body: { unit: "F" } })).status).toBe(412);
  expect((await editor.call("deleteSensorType", call)).status).toBe(412);
});

test("reaches no types of another account", async () => {
  const { api, add } = await open();
  await using _ = api;
  const params = { type: (await add({ name: "a" })).json.uuid };
  const theirs = api.as("owner", await api.addAccount("Office"));
  const answers = [
    await theirs.call("showSensorType", { params }),
    await theirs.call("updateSensorType", { params, body: { name: "x" } }),
    await theirs.call("deleteSensorType", { params }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const { items } = (await theirs.call("listSensorTypes")).json;
  expect(items.map(({ uuid }: { uuid: string }) => uuid)).not.toContain(params.type);
});
