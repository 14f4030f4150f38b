import { afterAll, expect, test } from "bun:test";
import { countDevices } from "./device-counts.ts";
import { createDeviceGroup } from "./device-groups.ts";
import { type DeviceConnections, onlineForMs } from "./device-list-connections.ts";
import { createDevice, getDevice } from "./devices.ts";
import { closeTestStores, makeAccount, newDevice, openTestStore, unwrap } from "./test-store.ts";

afterAll(closeTestStores);

const nowMs = 1_800_000_000_000;

async function openFleet() {
  const { store } = openTestStore();
  const account = await makeAccount(store);
  const seen = new Map<number, number>();
  const connections: DeviceConnections = { lastConnectedMs: (id) => seen.get(id) ?? null };
  const add = async (
    accountId: number,
    overrides: Parameters<typeof newDevice>[1],
    lastConnectedMs?: number,
  ) => {
    const { uuid } = unwrap(await createDevice(store, newDevice(accountId, overrides)));
    const { id } = unwrap(await getDevice(store, uuid));
    if (lastConnectedMs !== undefined) seen.set(id, lastConnectedMs);
  };
  const count = (filter: { search?: string; group?: string | null } = {}) =>
    countDevices(store, connections, nowMs, { accountId: account.id, ...filter });
  return { store, account, add, count };
}

test("every device is counted once: disabled, or by its status", async () => {
  const { store, account, add, count } = await openFleet();
  expect(count()).toEqual({ online: 0, offline: 0, never_seen: 0, disabled: 0 });
  await add(account.id, { name: "a" }, nowMs);
  await add(account.id, { name: "b" }, nowMs - onlineForMs);
  await add(account.id, { name: "c" }, nowMs - onlineForMs - 1);
  await add(account.id, { name: "d" });
  await add(account.id, { name: "e", enabled: false }, nowMs);
  await add(account.id, { name: "f", enabled: false });
  const other = await makeAccount(store, "Other");
  await add(other.id, { name: "g" }, nowMs);
  expect(count()).toEqual({ online: 2, offline: 1, never_seen: 1, disabled: 2 });
});

test("only what matches is counted", async () => {
  const { store, account, add, count } = await openFleet();
  unwrap(await createDeviceGroup(store, { accountId: account.id, name: "North" }));
  await add(account.id, { name: "Pump 1", group: "North" }, nowMs);
  await add(account.id, { name: "Pump 2" });
  await add(account.id, { name: "Valve", enabled: false });
  expect(count({ search: "pump" })).toEqual({ online: 1, offline: 0, never_seen: 1, disabled: 0 });
  expect(count({ group: "North" })).toEqual({ online: 1, offline: 0, never_seen: 0, disabled: 0 });
  expect(count({ group: null })).toEqual({ online: 0, offline: 0, never_seen: 1, disabled: 1 });
  expect(count({ group: "South" })).toEqual({ online: 0, offline: 0, never_seen: 0, disabled: 0 });
});
