import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { closeTestControls } from "../test-control.ts";
import { openAuditScene } from "../testing/test-audit-scene.ts";

afterAll(closeTestControls);
// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

test("keeps the name of an entry's subject after a rename or deletion", async () => {
  const scene = await openAuditScene();
  await using _ = scene.api;
  const owner = scene.api.as("owner", scene.plant);
  const created = await owner.call("createDevice", {
    body: { name: "Freezer 7", sensors: [{ name: "Temperature", slug: "temp" }] },
  });
  const params = { device: created.json.uuid as string };
  const [sensor] = created.json.sensors;
  await owner.call("showToken", { params });
  await owner.call("updateSensor", {
    params: { ...params, sensor: "temp" },
    body: { name: "Air" },
  });
  await owner.call("updateDevice", { params, body: { name: "Freezer 8" } });
  const entries = async () => (await owner.call("listAudit", { query: { limit: "6" } })).json.items;
  const told = async () =>
    (await entries()).map((entry: Record<string, unknown>) => [
      entry.action,
      entry.subject_name,
      entry.subject_device,
    ]);
  const { device } = params;
  expect((await told()).slice(0, 4)).toEqual([
    ["device.update", "Freezer 8", device],
    ["sensor.update", "Freezer 7 / Air", device],
    ["token.show", "Freezer 7", device],
    ["device.create", "Freezer 7", device],
  ]);
  await owner.call("removeSensor", { params: { ...params, sensor: sensor.uuid } });
  await owner.call("deleteDevice", { params });
  expect(await told()).toEqual([
    ["device.delete", "Freezer 8", null],
    ["sensor.delete", "Freezer 8 / Air", null],
    ["device.update", "Freezer 8", null],
    ["sensor.update", "Freezer 7 / Air", null],
    ["token.show", "Freezer 7", null],
    ["device.create", "Freezer 7", null],
  ]);
});

test("links an entry about a chain to the chain for as long as it exists", async () => {
  const scene = await openAuditScene();
  await using _ = scene.api;
  const owner = scene.api.as("owner", scene.plant);
  const { json: chain } = await owner.call("createChain", { body: { name: "Cold room" } });
  const newest = async () => (await owner.call("listAudit")).json.items[0];
  expect(await newest()).toMatchObject({ subject_name: "Cold room", subject_chain: chain.uuid });
  await owner.call("deleteChain", { params: { chain: chain.uuid } });
  expect(await newest()).toMatchObject({ subject_name: "Cold room", subject_chain: null });
});
