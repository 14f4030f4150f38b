import { afterAll, expect, test } from "bun:test";
import { accountsOnPage } from "../../control/accounts/accounts.ts";
import { getDevice } from "../core/find-device.ts";
import { createDevice, removeDevice } from "../devices/devices.ts";
import { showToken } from "../devices/tokens/device-tokens.ts";
import {
  closeTestControls,
  listDevices,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../test-control.ts";
import { offerDemo } from "./demo.ts";

afterAll(closeTestControls);

test("creates a device that is ready to send readings at the first start", async () => {
  const { control, announced } = openTestControl();
  const demo = (await offerDemo(control))!;
  const device = unwrap(await getDevice(control, demo.uuid));
  expect(device).toMatchObject({
    name: "Demo device",
    account: { name: "Demo" },
    enabled: true,
    sensors: [
      { slug: "temperature", unit: "°C" },
      { slug: "humidity", unit: "%" },
    ],
  });
  expect(demo.sensors.map((sensor) => sensor.slug)).toEqual(["temperature", "humidity"]);
  expect(unwrap(await showToken(control, demo.uuid)).token).toBe(demo.token);
  expect(announced.map((change) => change.kind)).toEqual(["chain", "account", "device"]);
});

test("offers the demo once, even after it was deleted", async () => {
  const { control, dataDir } = openTestControl();
  const demo = (await offerDemo(control))!;
  expect(await offerDemo(control)).toBeNull();
  unwrap(await removeDevice(control, demo.uuid));
  const { control: later } = openTestControl(dataDir);
  expect(await offerDemo(later)).toBeNull();
  expect(await listDevices(later)).toEqual([]);
});

test("offers no demo beside existing devices, now or later", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const { uuid } = unwrap(await createDevice(control, newDevice(account.id)));
  expect(await offerDemo(control)).toBeNull();
  unwrap(await removeDevice(control, uuid));
  expect(await offerDemo(control)).toBeNull();
  expect(await accountsOnPage(control, { limit: 10 })).toHaveLength(1);
});

test("uses an account that is already named Demo", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control, "Demo");
  const demo = (await offerDemo(control))!;
  expect(await accountsOnPage(control, { limit: 10 })).toEqual([account]);
  expect(unwrap(await getDevice(control, demo.uuid)).account.uuid).toBe(account.uuid);
});
