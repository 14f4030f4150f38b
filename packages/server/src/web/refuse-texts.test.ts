import { expect, test } from "bun:test";
import { deviceRoutes } from "@weir/protocol/manage/device-routes";
import { managePaths } from "@weir/protocol/manage/manage-openapi";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { deviceHandlers } from "../manage/devices/device-handlers.ts";
import { ApiUnderTest } from "../manage/testing/api-under-test.ts";
import { refuseTexts } from "./refuse-texts.ts";

test.each(["\0", "\u001b[2J", "\u007f", "\u0085", "\b", "\u000b"])("refuses %j wherever it is", (text) => {
  expect(refuseTexts(text, ["q"])?.field).toBe("q");
  expect(refuseTexts({ a: [{ b: `x${text}` }] }, [])?.field).toBe("a.0.b");
  expect(refuseTexts({ [text]: 1 }, ["a"])?.field).toBe("a");
});

test("lets line breaks and tabs pass, which free texts may have, and any password", () => {
  expect(refuseTexts({ notes: "one\r\n\ttwo", n: 1, none: null, new_password: "\u001b" }, [])).toBeNull();
});

test("refuses control characters in every text of a device alike, and the attribute __proto__ without clearing others", async () => {
  await using api = await ApiUnderTest.create(deviceRoutes, deviceHandlers);
  const account = await api.addAccount("Plant");
  const editor = api.as("editor", account);
  const attributes = { room: "A" };
  const device = (await editor.call("createDevice", { body: { name: "Boiler", attributes } })).json.uuid;
  const update = (body: unknown) => editor.call("updateDevice", { params: { device }, body });
  const bad = "a\u0007b";
  for (const body of [
    { name: bad },
    { description: bad },
    { notes: bad },
    { attributes: { room: bad } },
    { tags: [bad] },
    { location: { latitude: 1, longitude: 1, label: bad } },
    JSON.parse('{"attributes": {"__proto__": 1}}'),
    JSON.parse('{"attributes": {"__proto__": {"room": "B"}, "room": "B"}}'),
  ]) {
    const { status, json } = await update(body);
    expect([status, json.code]).toEqual([422, "not_valid"]);
  }
  expect((await editor.call("listDevices", { query: { q: "a\0" } })).status).toBe(422);
  const shown = (await editor.call("showDevice", { params: { device } })).json;
  expect([shown.attributes, shown.name]).toEqual([attributes, "Boiler"]);
});

test("the API document has no patterns that only some tools read", () => {
  const patterns = [
    ...JSON.stringify(managePaths(manageRoutes)).matchAll(/"pattern":"((?:[^"\\\\]|\\\\.)*)"/g),
  ].map(([, text]) => JSON.parse(`"${text}"`) as string);
  expect(patterns.length).toBeGreaterThan(3);
  expect(patterns.filter((pattern) => /\\[pPku]|\(\?</.test(pattern))).toEqual([]);
  for (const pattern of patterns) new RegExp(pattern);
});
