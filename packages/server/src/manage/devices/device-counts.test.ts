import { afterAll, expect, test } from "bun:test";
import { offlineAfterUnknownMs } from "@weir/protocol/manage/expected-interval";
import { getDevice } from "../core/find-device.ts";
import { closeTestControls, makeAccount, newDevice, openTestControl, unwrap } from "../test-control.ts";
import { countDevices } from "./device-counts.ts";
import { createDevice } from "./devices.ts";
import { createDeviceGroup } from "./groups/device-groups.ts";
import { troubledForMs } from "./list/device-list-troubles.ts";
import { TestConnections } from "./test-connections.ts";
import { TestTroubles } from "./test-troubles.ts";

afterAll(closeTestControls);

const nowMs = 1_800_000_000_000;

async function openFleet() {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const connections = new TestConnections();
  const { seen, learned } = connections;
  const troubles = new TestTroubles();
  const add = async (
    accountId: number,
    overrides: Parameters<typeof newDevice>[1],
    lastConnectedMs?: number,
  ) => {
    const { uuid } = unwrap(await createDevice(control, newDevice(accountId, overrides)));
    const { id } = unwrap(await getDevice(control, uuid));
    if (lastConnectedMs !== undefined) seen.set(id, lastConnectedMs);
    return id;
  };
  const alarmed = new Set<number>();
  const alarms = { deviceAlarms: async () => [...alarmed].map((deviceId) => ({ deviceId })) };
  const count = (filter: { search?: string; group?: string | null } = {}) =>
    countDevices(control, { connections, troubles, alarms, nowMs }, { accountId: account.id, ...filter });
  return { control, account, learned, troubles, alarmed, add, count };
}

test("counts every device once: as disabled, or by its status", async () => {
  const { control, account, add, count } = await openFleet();
  expect(await count()).toEqual({
    online: 0,
    offline: 0,
    never_seen: 0,
    disabled: 0,
    troubled: 0,
    withAlarms: 0,
    sample: 0,
  });
  await add(account.id, { name: "a" }, nowMs);
  await add(account.id, { name: "b" }, nowMs - offlineAfterUnknownMs);
  await add(account.id, { name: "c" }, nowMs - offlineAfterUnknownMs - 1);
  await add(account.id, { name: "d" });
  await add(account.id, { name: "e", enabled: false }, nowMs);
  await add(account.id, { name: "f", enabled: false });
  const other = await makeAccount(control, "Other");
  await add(other.id, { name: "g" }, nowMs);
  expect(await count()).toEqual({
    online: 2,
    offline: 1,
    never_seen: 1,
    disabled: 2,
    troubled: 0,
    withAlarms: 0,
    sample: 0,
  });
});

test("counts devices by their intervals", async () => {
  const { account, learned, add, count } = await openFleet();
  await add(account.id, { name: "a", expectedIntervalS: 60 }, nowMs - 4 * 60_000);
  const slow = await add(account.id, { name: "b" }, nowMs - 60 * 60_000);
  learned.set(slow, 30 * 60_000);
  expect(await count()).toMatchObject({ online: 1, offline: 1, never_seen: 0, disabled: 0 });
});

test("counts only matching devices", async () => {
  const { control, account, add, count } = await openFleet();
  unwrap(await createDeviceGroup(control, { accountId: account.id, name: "North" }));
  await add(account.id, { name: "Pump 1", group: "North" }, nowMs);
  await add(account.id, { name: "Pump 2" });
  await add(account.id, { name: "Valve", enabled: false });
  expect(await count({ search: "pump" })).toMatchObject({
    online: 1,
    offline: 0,
    never_seen: 1,
    disabled: 0,
  });
  expect(await count({ group: "North" })).toMatchObject({
    online: 1,
    offline: 0,
    never_seen: 0,
    disabled: 0,
  });
  expect(await count({ group: null })).toMatchObject({ online: 0, offline: 0, never_seen: 1, disabled: 1 });
  expect(await count({ group: "South" })).toMatchObject({
    online: 0,
    offline: 0,
    never_seen: 0,
    disabled: 0,
  });
});

test("counts enabled devices that were refused or rejected in the last day, whatever their status", async () => {
  const { control, account, troubles, add, count } = await openFleet();
  const other = await makeAccount(control, "Other");
  troubles.last
    .set(await add(account.id, { name: "Pump 1" }, nowMs), nowMs)
    .set(await add(account.id, { name: "Pump 2" }), nowMs - troubledForMs)
    .set(await add(account.id, { name: "Pump 3" }, nowMs), nowMs - troubledForMs - 1)
    .set(await add(account.id, { name: "Valve", enabled: false }), nowMs)
    .set(await add(other.id, { name: "Theirs" }), nowMs);
  expect(await count()).toEqual({
    online: 2,
    offline: 0,
    never_seen: 1,
    disabled: 1,
    troubled: 2,
    withAlarms: 0,
    sample: 0,
  });
  expect((await count({ search: "Pump 2" })).troubled).toBe(1);
});

test("counts devices of the account with alarms, whether they are enabled or not", async () => {
  const { control, account, alarmed, add, count } = await openFleet();
  const other = await makeAccount(control, "Other");
  alarmed
    .add(await add(account.id, { name: "Freezer 1" }, nowMs))
    .add(await add(account.id, { name: "Freezer 2", enabled: false }))
    .add(await add(account.id, { name: "Pump" }))
    .add(await add(other.id, { name: "Theirs" }));
  await add(account.id, { name: "Freezer 3" }, nowMs);
  expect((await count()).withAlarms).toBe(3);
  expect((await count({ search: "freezer" })).withAlarms).toBe(2);
});
