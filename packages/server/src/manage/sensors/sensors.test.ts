import { afterAll, expect, test } from "bun:test";
import { readRemovedSensors } from "../../control/sensors/removed-sensors.ts";
import { createDevice, getDevice } from "../devices/devices.ts";
import {
  closeTestStores,
  codeOf,
  doneOf,
  makeAccount,
  newDevice,
  openTestStore,
  type TestStore,
  unwrap,
} from "../test-store.ts";
import { addSensor, listSensors, removeSensor } from "./sensors.ts";

afterAll(closeTestStores);

async function openWithDevice(): Promise<TestStore & { accountId: number; uuid: string }> {
  const opened = openTestStore();
  const { id: accountId } = await makeAccount(opened.store);
  const { uuid } = unwrap(await createDevice(opened.store, newDevice(accountId, { sensors: [] })));
  return { ...opened, accountId, uuid };
}

test("an added sensor is listed and announced with its device", async () => {
  const { store, announced, uuid } = await openWithDevice();
  const input = { slug: "co2", name: "Air", type: "gas", unit: "ppm" };
  const created = unwrap(await addSensor(store, uuid, input));
  expect(unwrap(await listSensors(store, uuid))).toMatchObject([{ ...input, uuid: created.uuid }]);
  const device = unwrap(await getDevice(store, uuid));
  expect(announced.at(-1)).toEqual({ kind: "device", deviceId: device.id });
});

test("a slug is unique on its device, exactly, and free on another", async () => {
  const { store, uuid, accountId } = await openWithDevice();
  unwrap(await addSensor(store, uuid, { slug: "temp" }));
  expect(codeOf(await addSensor(store, uuid, { slug: "temp" }))).toBe("slug_taken");
  expect(codeOf(await addSensor(store, uuid, { slug: "Temp" }))).toBe("ok");
  expect((await createDevice(store, newDevice(accountId, { sensors: [{ slug: "temp" }] }))).ok).toBe(true);
  const twice = newDevice(accountId, { sensors: [{ slug: "a" }, { slug: "a" }] });
  expect(codeOf(await createDevice(store, twice))).toBe("slug_taken");
});

test.each([
  "",
  " ",
  "a b",
  "a.b",
  "a/b",
  "ä",
  "a\n",
  "\0",
  "x".repeat(65),
  "7c1f3e0a-3b1d-4b52-9c58-0d6a4a7d9f10",
  "7C1F3E0A-3B1D-4B52-9C58-0D6A4A7D9F10",
  "00000000-0000-0000-0000-000000000000",
])("the slug %j is refused", async (slug) => {
  const { store, uuid } = await openWithDevice();
  expect(codeOf(await addSensor(store, uuid, { slug, name: "A name" }))).toBe("bad_slug");
});

test.each(["a", "_", "-", "0", "A-b_9", "x".repeat(64), "7c1f3e0a-3b1d-4b52-9c58-0d6a4a7d9f1", "__proto__"])(
  "the slug %j is taken",
  async (slug) => {
    const { store, uuid } = await openWithDevice();
    expect(unwrap(await addSensor(store, uuid, { slug })).slug).toBe(slug);
  },
);

test("a sensor's name, type and unit have limits", async () => {
  const { store, uuid } = await openWithDevice();
  const add = async (overrides: object) => codeOf(await addSensor(store, uuid, { slug: "s", ...overrides }));
  expect(await add({ name: "" })).toBe("bad_name");
  expect(await add({ type: "x".repeat(65) })).toBe("bad_text");
  expect(await add({ unit: "x".repeat(33) })).toBe("bad_text");
  expect(await add({ unit: "\ud800" })).toBe("bad_text");
  expect(unwrap(await listSensors(store, uuid))).toEqual([]);
});

test("a sensor is removed by slug or UUID, left for the purge, and announced", async () => {
  const { store, announced, uuid } = await openWithDevice();
  unwrap(await addSensor(store, uuid, { slug: "a" }));
  const b = unwrap(await addSensor(store, uuid, { slug: "b" }));
  unwrap(await addSensor(store, uuid, { slug: "c" }));
  const ids = unwrap(await listSensors(store, uuid)).map((sensor) => sensor.id);
  const announcedBefore = announced.length;

  unwrap(await removeSensor(store, { device: uuid, sensor: "a" }));
  const second = await removeSensor(store, { device: uuid, sensor: b.uuid });
  expect(doneOf(unwrap(second)).before).toMatchObject(b);
  expect(codeOf(await removeSensor(store, { device: uuid, sensor: "a" }))).toBe("unknown_sensor");
  expect(codeOf(await removeSensor(store, { device: uuid, sensor: "C" }))).toBe("unknown_sensor");

  expect(unwrap(await listSensors(store, uuid)).map((sensor) => sensor.slug)).toEqual(["c"]);
  const removed = (await readRemovedSensors(store.db)).toSorted();
  expect(removed).toEqual(ids.slice(0, 2));
  expect(announced).toHaveLength(announcedBefore + 2);
});

test("a sensor added again under a removed slug has a new id and a new UUID", async () => {
  const { store, uuid } = await openWithDevice();
  unwrap(await addSensor(store, uuid, { slug: "a" }));
  const [before] = unwrap(await listSensors(store, uuid));
  unwrap(await removeSensor(store, { device: uuid, sensor: "a" }));
  unwrap(await addSensor(store, uuid, { slug: "a" }));
  const [after] = unwrap(await listSensors(store, uuid));
  expect(after!.id).toBeGreaterThan(before!.id);
  expect(after!.uuid).not.toBe(before!.uuid);
});

test("a sensor of another device cannot be removed through this one", async () => {
  const { store, uuid, accountId } = await openWithDevice();
  const other = unwrap(await createDevice(store, newDevice(accountId)));
  expect(codeOf(await removeSensor(store, { device: uuid, sensor: other.sensors[0]!.uuid }))).toBe(
    "unknown_sensor",
  );
  expect(unwrap(await listSensors(store, other.uuid))).toHaveLength(2);
});
