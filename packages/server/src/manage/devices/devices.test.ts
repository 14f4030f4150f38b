import { afterAll, expect, test } from "bun:test";
import { withinAccount } from "../../control/control.ts";
import { readRemovedSensors } from "../../control/sensors/removed-sensors.ts";
import { getDevice } from "../core/find-device.ts";
import { listSensors } from "../core/find-sensor.ts";
import { addSensor, removeSensor } from "../sensors/sensors.ts";
import {
  closeTestControls,
  codeOf,
  listDevices,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../test-control.ts";
import { createDevice, editDevice, removeDevice } from "./devices.ts";
import { createDeviceGroup } from "./groups/device-groups.ts";
import { regenerateToken, showToken } from "./tokens/device-tokens.ts";

afterAll(closeTestControls);

const unknownUuid = "00000000-0000-4000-8000-000000000000";
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test("creates a device with its token, its sensors in order, and its settings", async () => {
  const { control, announced } = openTestControl();
  const account = await makeAccount(control);
  const input = newDevice(account.id, {
    description: "In the cellar",
    contract: "stored",
    handling: "lenient",
  });
  const created = unwrap(await createDevice(control, input));
  expect(created.uuid).toMatch(uuidShape);
  expect(created.sensors.map((sensor) => sensor.slug)).toEqual(["temperature", "humidity"]);
  const device = unwrap(await getDevice(control, created.uuid));
  expect(device).toMatchObject({
    uuid: created.uuid,
    account: { uuid: account.uuid, name: "Plant" },
    group: null,
    name: "Boiler",
    description: "In the cellar",
    enabled: true,
    contract: "stored",
    handling: "lenient",
    quarantine: true,
    quarantineMode: "automatic",
    sensorCount: 2,
    sensors: [
      { uuid: created.sensors[0]!.uuid, slug: "temperature", name: "temperature", type: null, unit: "°C" },
      { uuid: created.sensors[1]!.uuid, slug: "humidity", name: "humidity", type: null, unit: null },
    ],
  });
  expect(announced.slice(2)).toEqual([{ kind: "device", deviceId: device.id }]);
});

test("creates no device with an invalid sensor", async () => {
  const { control, announced } = openTestControl();
  const { id } = await makeAccount(control);
  const announcedBefore = announced.length;
  const sensors = [{ slug: "good" }, { slug: "not good" }];
  expect(codeOf(await createDevice(control, newDevice(id, { sensors })))).toBe("bad_slug");
  expect(await listDevices(control)).toEqual([]);
  expect(announced).toHaveLength(announcedBefore);
});

test("requires a valid name, a short description, a known account and a known group", async () => {
  const { control } = openTestControl();
  const { id } = await makeAccount(control);
  const create = async (overrides: object) => codeOf(await createDevice(control, newDevice(id, overrides)));
  expect(await create({ name: "" })).toBe("bad_name");
  expect(await create({ name: "x".repeat(201) })).toBe("bad_name");
  expect(await create({ description: "x".repeat(2001) })).toBe("bad_text");
  expect(await create({ accountId: 99 })).toBe("unknown_account");
  expect(await create({ group: "Roof" })).toBe("unknown_group");
});

test("allows a device 10,000 sensors and no more", async () => {
  const { control } = openTestControl();
  const { id } = await makeAccount(control);
  const sensors = Array.from({ length: 10_000 }, (_, index) => ({ slug: `s${index}` }));
  const tooMany = newDevice(id, { sensors: [...sensors, { slug: "last" }] });
  expect(codeOf(await createDevice(control, tooMany))).toBe("too_many_sensors");
  const { uuid } = unwrap(await createDevice(control, newDevice(id, { sensors })));
  expect(unwrap(await getDevice(control, uuid)).sensorCount).toBe(10_000);
  expect(codeOf(await addSensor(control, uuid, { slug: "last" }))).toBe("too_many_sensors");
});

test("changes the given fields, keeps the rest, and announces the device", async () => {
  const { control, announced } = openTestControl();
  const { id } = await makeAccount(control);
  unwrap(await createDeviceGroup(control, { accountId: id, name: "Roof" }));
  const { uuid } = unwrap(await createDevice(control, newDevice(id)));
  const before = unwrap(await getDevice(control, uuid));

  const disabled = unwrap(await editDevice(control, uuid, { enabled: false, group: "Roof" }));
  expect(disabled).toEqual({ ...before, enabled: false, group: "Roof" });
  expect(announced.at(-1)).toEqual({ kind: "device", deviceId: before.id });

  const changes = { name: "Stove", description: "Hot", contract: "stored", quarantine: true } as const;
  const renamed = unwrap(await editDevice(control, uuid, changes));
  expect(renamed).toEqual({ ...disabled, ...changes, quarantineMode: "on" });
  expect(unwrap(await editDevice(control, uuid, { group: null })).group).toBeNull();
  expect(unwrap(await getDevice(control, uuid))).toEqual({ ...renamed, group: null });
});

test("changes nothing in a refused update", async () => {
  const { control } = openTestControl();
  const { id } = await makeAccount(control);
  const { uuid } = unwrap(await createDevice(control, newDevice(id)));
  const before = unwrap(await getDevice(control, uuid));
  expect(codeOf(await editDevice(control, uuid, { enabled: false, name: " " }))).toBe("bad_name");
  expect(codeOf(await editDevice(control, uuid, { enabled: false, group: "Roof" }))).toBe("unknown_group");
  expect(unwrap(await getDevice(control, uuid))).toEqual(before);
});

test("deletes a device, leaves its sensors to the purge, and announces it", async () => {
  const { control, announced } = openTestControl();
  const { id } = await makeAccount(control);
  const { uuid } = unwrap(await createDevice(control, newDevice(id)));
  const kept = unwrap(await createDevice(control, newDevice(id)));
  const device = unwrap(await getDevice(control, uuid));
  expect(unwrap(await removeDevice(control, uuid))).toEqual(device);
  expect((await listDevices(control)).map((left) => left.uuid)).toEqual([kept.uuid]);
  const removed = (await readRemovedSensors(control.db)).toSorted();
  expect(removed).toEqual(device.sensors.map((sensor) => sensor.id));
  expect(announced.at(-1)).toEqual({ kind: "device", deviceId: device.id });
});

test("never reuses ids of deleted devices and sensors", async () => {
  const { control } = openTestControl();
  const { id } = await makeAccount(control);
  const seen = new Set<string>();
  for (let round = 0; round < 3; round++) {
    const { uuid } = unwrap(await createDevice(control, newDevice(id)));
    const device = unwrap(await removeDevice(control, uuid));
    for (const key of [`device ${device.id}`, ...device.sensors.map((sensor) => `sensor ${sensor.id}`)]) {
      expect(seen.has(key)).toBe(false);
      seen.add(key);
    }
  }
});

test("refuses an unknown device in every function that takes one", async () => {
  const { control } = openTestControl();
  expect(await touchDevice(control, unknownUuid)).toEqual(Array(8).fill("unknown_device"));
});

test("does not find or change a device of another account", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const { uuid, token } = unwrap(await createDevice(control, newDevice(plant.id)));
  const before = unwrap(await getDevice(control, uuid));
  const within = withinAccount(control, office.id);

  expect(await touchDevice(within, uuid)).toEqual(Array(8).fill("unknown_device"));
  expect(await listDevices(within)).toEqual([]);
  expect(codeOf(await createDevice(within, newDevice(plant.id)))).toBe("unknown_account");
  expect(unwrap(await getDevice(control, uuid))).toEqual(before);
  expect(unwrap(await showToken(control, uuid)).token).toBe(token);
  expect((await listDevices(withinAccount(control, plant.id))).map((device) => device.uuid)).toEqual([uuid]);
});

test("refuses to put a device into a group of another account, even by hand-written SQL", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const group = unwrap(await createDeviceGroup(control, { accountId: office.id, name: "Roof" }));
  const { uuid } = unwrap(await createDevice(control, newDevice(plant.id)));
  expect(codeOf(await editDevice(control, uuid, { group: "Roof" }))).toBe("unknown_group");
  const byHand = control.transact((tx) => tx.updateTable("devices").set({ group_id: group.id }).execute());
  await expect(byHand).rejects.toThrow(/foreign key/i);
});

async function touchDevice(
  control: ReturnType<typeof openTestControl>["control"],
  uuid: string,
): Promise<string[]> {
  const results = [
    await getDevice(control, uuid),
    await editDevice(control, uuid, { enabled: false }),
    await removeDevice(control, uuid),
    await listSensors(control, uuid),
    await addSensor(control, uuid, { slug: "pressure" }),
    await removeSensor(control, { device: uuid, sensor: "temperature" }),
    await showToken(control, uuid),
    await regenerateToken(control, uuid),
  ];
  return results.map(codeOf);
}
