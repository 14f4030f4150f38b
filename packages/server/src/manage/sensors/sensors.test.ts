import { afterAll, expect, test } from "bun:test";
import { readRemovedSensors } from "../../control/sensors/removed-sensors.ts";
import { getDevice } from "../core/find-device.ts";
import { listSensors } from "../core/find-sensor.ts";
import { createDevice } from "../devices/devices.ts";
import {
  closeTestControls,
  codeOf,
  makeAccount,
  newDevice,
  openTestControl,
  type TestControl,
  unwrap,
} from "../test-control.ts";
import { addSensor, removeSensor } from "./sensors.ts";

afterAll(closeTestControls);

async function openWithDevice(): Promise<TestControl & { accountId: number; uuid: string }> {
  const opened = openTestControl();
  const { id: accountId } = await makeAccount(opened.control);
  const { uuid } = unwrap(await createDevice(opened.control, newDevice(accountId, { sensors: [] })));
  return { ...opened, accountId, uuid };
}

test("lists and announces an added sensor with its device", async () => {
  const { control, announced, uuid } = await openWithDevice();
  const input = { slug: "co2", name: "Air", type: "gas", unit: "ppm" };
  const created = unwrap(await addSensor(control, uuid, input));
  expect(unwrap(await listSensors(control, uuid))).toMatchObject([{ ...input, uuid: created.uuid }]);
  const device = unwrap(await getDevice(control, uuid));
  expect(announced.at(-1)).toEqual({ kind: "device", deviceId: device.id });
});

test("requires an exactly unique slug on its device only", async () => {
  const { control, uuid, accountId } = await openWithDevice();
  unwrap(await addSensor(control, uuid, { slug: "temp" }));
  expect(codeOf(await addSensor(control, uuid, { slug: "temp" }))).toBe("slug_taken");
  expect(codeOf(await addSensor(control, uuid, { slug: "Temp" }))).toBe("ok");
  expect((await createDevice(control, newDevice(accountId, { sensors: [{ slug: "temp" }] }))).ok).toBe(true);
  const twice = newDevice(accountId, { sensors: [{ slug: "a" }, { slug: "a" }] });
  expect(codeOf(await createDevice(control, twice))).toBe("slug_taken");
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
])("refuses the slug %j", async (slug) => {
  const { control, uuid } = await openWithDevice();
  expect(codeOf(await addSensor(control, uuid, { slug, name: "A name" }))).toBe("bad_slug");
});

test.each(["a", "_", "-", "0", "A-b_9", "x".repeat(64), "7c1f3e0a-3b1d-4b52-9c58-0d6a4a7d9f1", "__proto__"])(
  "the slug %j is taken",
  async (slug) => {
    const { control, uuid } = await openWithDevice();
    expect(unwrap(await addSensor(control, uuid, { slug })).slug).toBe(slug);
  },
);

test("limits a sensor's name, type and unit", async () => {
  const { control, uuid } = await openWithDevice();
  const add = async (overrides: object) =>
    codeOf(await addSensor(control, uuid, { slug: "s", ...overrides }));
  expect(await add({ name: "" })).toBe("bad_name");
  expect(await add({ type: "x".repeat(65) })).toBe("bad_text");
  expect(await add({ unit: "x".repeat(33) })).toBe("bad_text");
  expect(await add({ unit: "\ud800" })).toBe("bad_text");
  expect(unwrap(await listSensors(control, uuid))).toEqual([]);
});

test("removes a sensor by slug or UUID, leaves it to the purge, and announces it", async () => {
  const { control, announced, uuid } = await openWithDevice();
  unwrap(await addSensor(control, uuid, { slug: "a" }));
  const b = unwrap(await addSensor(control, uuid, { slug: "b" }));
  unwrap(await addSensor(control, uuid, { slug: "c" }));
  const ids = unwrap(await listSensors(control, uuid)).map((sensor) => sensor.id);
  const announcedBefore = announced.length;

  unwrap(await removeSensor(control, { device: uuid, sensor: "a" }));
  const second = await removeSensor(control, { device: uuid, sensor: b.uuid });
  expect(unwrap(second)).toMatchObject(b);
  expect(codeOf(await removeSensor(control, { device: uuid, sensor: "a" }))).toBe("unknown_sensor");
  expect(codeOf(await removeSensor(control, { device: uuid, sensor: "C" }))).toBe("unknown_sensor");

  expect(unwrap(await listSensors(control, uuid)).map((sensor) => sensor.slug)).toEqual(["c"]);
  const removed = (await readRemovedSensors(control.db)).toSorted();
  expect(removed).toEqual(ids.slice(0, 2));
  expect(announced).toHaveLength(announcedBefore + 2);
});

test("gives a sensor that is added again under a removed slug a new id and UUID", async () => {
  const { control, uuid } = await openWithDevice();
  unwrap(await addSensor(control, uuid, { slug: "a" }));
  const [before] = unwrap(await listSensors(control, uuid));
  unwrap(await removeSensor(control, { device: uuid, sensor: "a" }));
  unwrap(await addSensor(control, uuid, { slug: "a" }));
  const [after] = unwrap(await listSensors(control, uuid));
  expect(after!.id).toBeGreaterThan(before!.id);
  expect(after!.uuid).not.toBe(before!.uuid);
});

test("does not remove a sensor of another device through this one", async () => {
  const { control, uuid, accountId } = await openWithDevice();
  const other = unwrap(await createDevice(control, newDevice(accountId)));
  expect(codeOf(await removeSensor(control, { device: uuid, sensor: other.sensors[0]!.uuid }))).toBe(
    "unknown_sensor",
  );
  expect(unwrap(await listSensors(control, other.uuid))).toHaveLength(2);
});
