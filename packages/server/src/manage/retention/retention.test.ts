import { afterEach, expect, test } from "bun:test";
import { type ControlStore, withinAccount } from "../../control/control-store.ts";
import { ControlMemory } from "../../roles/process/control-memory.ts";
import { createDevice, getDevice, removeDevice } from "../devices/devices.ts";
import { removeSensor } from "../sensors/sensors.ts";
import { closeTestStores, codeOf, makeAccount, newDevice, openTestStore, unwrap } from "../test-store.ts";
import { accountRetention, sensorRetention, setAccountRetention, setSensorRetention } from "./retention.ts";

afterEach(closeTestStores);

async function open() {
  const { store, announced } = openTestStore();
  const account = await makeAccount(store);
  const created = unwrap(await createDevice(store, newDevice(account.id)));
  const device = unwrap(await getDevice(store, created.uuid));
  const [temperature, humidity] = device.sensors;
  announced.length = 0;
  return { store, announced, account, device, temperature: temperature!, humidity: humidity! };
}

async function remembered(store: ControlStore): Promise<ControlMemory> {
  const memory = new ControlMemory(store);
  await memory.refresh(null);
  return memory;
}

async function keptDays(store: ControlStore) {
  const memory = await remembered(store);
  return [...memory.keptDays(memory.sensors().map(({ source }) => source))];
}

test("keeps readings forever unless a retention is set", async () => {
  const { store, account, device } = await open();
  expect(await accountRetention(store, account.id)).toBeNull();
  expect(unwrap(await sensorRetention(store, device.uuid, "humidity"))).toMatchObject({
    own: "account",
    days: null,
  });
  expect(await keptDays(store)).toEqual([]);
});

test("a sensor's own retention overrides the account's, even if it is unlimited", async () => {
  const { store, announced, account, device, temperature, humidity } = await open();
  expect(unwrap(await setAccountRetention(store, account.id, 90))).toEqual({ before: null, after: 90 });
  expect(announced).toEqual([{ kind: "account", accountId: account.id }]);
  expect(await keptDays(store)).toEqual([
    { sensorId: temperature.id, days: 90 },
    { sensorId: humidity.id, days: 90 },
  ]);
  const sensor = { device: device.uuid, sensor: "temperature" };
  unwrap(await setSensorRetention(store, sensor, 7));
  expect(announced.at(-1)).toEqual({ kind: "device", deviceId: device.id });
  expect(await keptDays(store)).toEqual([
    { sensorId: temperature.id, days: 7 },
    { sensorId: humidity.id, days: 90 },
  ]);
  expect(unwrap(await setSensorRetention(store, sensor, null))).toMatchObject({ before: 7, after: null });
  expect(await keptDays(store)).toEqual([{ sensorId: humidity.id, days: 90 }]);
  expect(unwrap(await sensorRetention(store, device.uuid, "temperature"))).toMatchObject({
    own: null,
    days: null,
  });
  unwrap(await setSensorRetention(store, sensor, "account"));
  expect(unwrap(await sensorRetention(store, device.uuid, "temperature"))).toMatchObject({
    own: "account",
    days: 90,
  });
  expect(unwrap(await setAccountRetention(store, account.id, null))).toEqual({ before: 90, after: null });
  expect(await keptDays(store)).toEqual([]);
});

test("battery levels follow the account's setting, whatever its sensors say", async () => {
  const { store, account, device } = await open();
  unwrap(await setSensorRetention(store, { device: device.uuid, sensor: "temperature" }, 7));
  expect((await remembered(store)).batteryKeptDays(device.id)).toBeNull();
  unwrap(await setAccountRetention(store, account.id, 90));
  expect((await remembered(store)).batteryKeptDays(device.id)).toBe(90);
  unwrap(await removeDevice(store, device.uuid));
  expect((await remembered(store)).batteryKeptDays(device.id)).toBe("deleted");
});

test("a removed sensor takes its setting along", async () => {
  const { store, device } = await open();
  unwrap(await setSensorRetention(store, { device: device.uuid, sensor: "temperature" }, 7));
  unwrap(await removeSensor(store, { device: device.uuid, sensor: "temperature" }));
  expect(await keptDays(store)).toEqual([]);
});

test("what belongs to another account is unknown", async () => {
  const { store, account, device } = await open();
  const other = withinAccount(store, (await makeAccount(store, "Other")).id);
  const sensor = { device: device.uuid, sensor: "temperature" };
  expect(codeOf(await setAccountRetention(other, account.id, 7))).toBe("unknown_account");
  expect(codeOf(await setSensorRetention(other, sensor, 7))).toBe("unknown_device");
  expect(codeOf(await sensorRetention(other, device.uuid, "temperature"))).toBe("unknown_device");
  const mine = withinAccount(store, account.id);
  expect(codeOf(await setSensorRetention(mine, { ...sensor, sensor: "nothing" }, 7))).toBe("unknown_sensor");
});
