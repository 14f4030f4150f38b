import { afterAll, expect, test } from "bun:test";
import { listAccounts } from "../../control/accounts/accounts.ts";
import { createDevice, getDevice, removeDevice } from "../devices/devices.ts";
import { showToken } from "../devices/tokens/device-tokens.ts";
import {
  closeTestStores,
  listDevices,
  makeAccount,
  newDevice,
  openTestStore,
  unwrap,
} from "../test-store.ts";
import { offerDemo } from "./demo.ts";

afterAll(closeTestStores);

test("the first start gets a device that is ready to send readings", async () => {
  const { store, announced } = openTestStore();
  const demo = (await offerDemo(store))!;
  const device = unwrap(await getDevice(store, demo.uuid));
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
  expect(unwrap(await showToken(store, demo.uuid)).token).toBe(demo.token);
  expect(announced.map((change) => change.kind)).toEqual(["chain", "account", "device"]);
});

test("the demo is offered once, even after it was deleted", async () => {
  const { store, dataDir } = openTestStore();
  const demo = (await offerDemo(store))!;
  expect(await offerDemo(store)).toBeNull();
  unwrap(await removeDevice(store, demo.uuid));
  await store.close();
  const { store: later } = openTestStore(dataDir);
  expect(await offerDemo(later)).toBeNull();
  expect(await listDevices(later)).toEqual([]);
});

test("no demo is offered beside devices that exist, now or later", async () => {
  const { store } = openTestStore();
  const account = await makeAccount(store);
  const { uuid } = unwrap(await createDevice(store, newDevice(account.id)));
  expect(await offerDemo(store)).toBeNull();
  unwrap(await removeDevice(store, uuid));
  expect(await offerDemo(store)).toBeNull();
  expect(await listAccounts(store)).toHaveLength(1);
});

test("an account that is already named Demo is used", async () => {
  const { store } = openTestStore();
  const account = await makeAccount(store, "Demo");
  const demo = (await offerDemo(store))!;
  expect(await listAccounts(store)).toEqual([account]);
  expect(unwrap(await getDevice(store, demo.uuid)).account.uuid).toBe(account.uuid);
});
