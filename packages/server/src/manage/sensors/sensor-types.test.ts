/** What is particular to sensor types. What they have in common with other resources is in resources.test.ts. */
import { expect, test } from "bun:test";
import { sensorType } from "@weir/protocol/resources/sensor-type";
import { ApiUnderTest, type TestAnswer } from "../testing/api-under-test.ts";
import { sensorTypes } from "./sensor-types.ts";

async function open() {
  const api = await ApiUnderTest.create(sensorType.routes, sensorTypes.handlers);
  const editor = api.as("editor", await api.addAccount("Plant"));
  const add = (body: unknown) => editor.call("createSensorType", { body });
  return { api, editor, add };
}

test("needs only a name, and takes an empty unit or icon for none", async () => {
  const { api, add } = await open();
  await using _ = api;
  const nothing = { unit: null, decimals: null, min: null, max: null, states: null, icon: null };
  expect((await add({ name: "a" })).json).toMatchObject(nothing);
  expect((await add({ name: "b", unit: "", icon: "" })).json).toMatchObject(nothing);
});

test("refuses invalid fields by name, including in a change", async () => {
  const { api, editor, add } = await open();
  await using _ = api;
  const { uuid } = (await add({ name: "a", min: 5 })).json;
  const told = ({ status, json }: TestAnswer) => [status, json.code, json.errors?.[0].field];
  expect(told(await add({ name: "c", min: 2, max: 1 }))).toEqual([422, "not_valid", "max"]);
  expect(told(await add({ name: "c", decimals: 16 }))).toEqual([422, "not_valid", "decimals"]);
  expect(told(await add({ name: "c".repeat(65) }))).toEqual([422, "not_valid", "name"]);
  expect((await add({ name: "c", unit: "\ud800" })).json.code).toBe("bad_text");
  const states = [0, 1, 0].map((value) => ({ value, name: "Off" }));
  expect(told(await add({ name: "c", states }))).toEqual([422, "not_valid", "states.2.value"]);
  expect(told(await add({ name: "c", states: [] }))).toEqual([422, "not_valid", "states"]);
  const change = (body: unknown) => editor.call("updateSensorType", { params: { type: uuid }, body });
  expect(told(await change({ max: 4 }))).toEqual([422, "not_valid", "max"]);
  expect((await change({ name: "a", max: 5 })).status).toBe(200);
});
