import { afterEach, expect, test } from "bun:test";
import { type Control, withinAccount } from "../../control/control.ts";
import { ControlMemory } from "../../roles/process/control-memory.ts";
import { getDevice } from "../core/find-device.ts";
import { createDevice, removeDevice } from "../devices/devices.ts";
import { removeSensor } from "../sensors/sensors.ts";
import {
  closeTestControls,
  codeOf,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../test-control.ts";
import { accountRetention, sensorRetention, setAccountRetention, setSensorRetention } from "./retention.ts";

afterEach(closeTestControls);

async function open() {
  const { control, announced } = openTestControl();
  const account = await makeAccount(control);
  const created = unwrap(await createDevice(control, newDevice(account.id)));
  const device = unwrap(await getDevice(control, created.uuid));
  const [temperature, humidity] = device.sensors;
  announced.length = 0;
  return { control, announced, account, device, temperature: temperature!, humidity: humidity! };
}

async function remembered(control: Control): Promise<ControlMemory> {
  const memory = new ControlMemory(control);
  await memory.refresh(null);
  return memory;
}

async function keptDays(control: Control) {
  const memory = await remembered(control);
  return [...memory.keptDays(memory.sensors().map(({ source }) => source))];
}

test("keeps readings forever unless a retention is set", async () => {
  const { control, account, device } = await open();
  expect(await accountRetention(control, account.id)).toBeNull();
  expect(unwrap(await sensorRetention(control, device.uuid, "humidity"))).toMatchObject({
    own: "account",
    days: null,
  });
  expect(await keptDays(control)).toEqual([]);
});

test("prefers a sensor's own retention to the account's, even if it is unlimited", async () => {
  const { control, announced, account, device, temperature, humidity } = await open();
  expect(unwrap(await setAccountRetention(control, account.id, 90))).toEqual({ before: null, after: 90 });
  expect(announced).toEqual([{ kind: "account", accountId: account.id }]);
  expect(await keptDays(control)).toEqual([
    { sensorId: temperature.id, days: 90 },
    { sensorId: humidity.id, days: 90 },
  ]);
  const sensor = { device: device.uuid, sensor: "temperature" };
  unwrap(await setSensorRetention(control, sensor, 7));
  expect(announced.at(-1)).toEqual({ kind: "device", deviceId: device.id });
  expect(await keptDays(control)).toEqual([
    { sensorId: temperature.id, days: 7 },
    { sensorId: humidity.id, days: 90 },
  ]);
  expect(unwrap(await setSensorRetention(control, sensor, null))).toMatchObject({ before: 7, after: null });
  expect(await keptDays(control)).toEqual([{ sensorId: humidity.id, days: 90 }]);
  expect(unwrap(await sensorRetention(control, device.uuid, "temperature"))).toMatchObject({
    own: null,
    days: null,
  });
  unwrap(await setSensorRetention(control, sensor, "account"));
  expect(unwrap(await sensorRetention(control, device.uuid, "temperature"))).toMatchObject({
    own: "account",
    days: 90,
  });
  expect(unwrap(await setAccountRetention(control, account.id, null))).toEqual({ before: 90, after: null });
  expect(await keptDays(control)).toEqual([]);
});

test("applies the account's setting to battery levels, whatever its sensors say", async () => {
  const { control, account, device } = await open();
  unwrap(await setSensorRetention(control, { device: device.uuid, sensor: "temperature" }, 7));
  expect((await remembered(control)).batteryKeptDays(device.id)).toBeNull();
  unwrap(await setAccountRetention(control, account.id, 90));
  expect((await remembered(control)).batteryKeptDays(device.id)).toBe(90);
  unwrap(await removeDevice(control, device.uuid));
  expect((await remembered(control)).batteryKeptDays(device.id)).toBe("deleted");
});

test("removes a sensor's setting with the sensor", async () => {
  const { control, device } = await open();
  unwrap(await setSensorRetention(control, { device: device.uuid, sensor: "temperature" }, 7));
  unwrap(await removeSensor(control, { device: device.uuid, sensor: "temperature" }));
  expect(await keptDays(control)).toEqual([]);
});

test("does not find anything of another account", async () => {
  const { control, account, device } = await open();
  const other = withinAccount(control, (await makeAccount(control, "Other")).id);
  const sensor = { device: device.uuid, sensor: "temperature" };
  expect(codeOf(await setAccountRetention(other, account.id, 7))).toBe("unknown_account");
  expect(codeOf(await setSensorRetention(other, sensor, 7))).toBe("unknown_device");
  expect(codeOf(await sensorRetention(other, device.uuid, "temperature"))).toBe("unknown_device");
  const mine = withinAccount(control, account.id);
  expect(codeOf(await setSensorRetention(mine, { ...sensor, sensor: "nothing" }, 7))).toBe("unknown_sensor");
});
