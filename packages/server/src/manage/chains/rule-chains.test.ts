import { afterAll, expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { loadChains } from "../../control/chains/published-chains.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { getDevice } from "../core/find-device.ts";
import { createDevice } from "../devices/devices.ts";
import { createDeviceGroup } from "../devices/groups/device-groups.ts";
import {
  chainsBySensor,
  closeTestControls,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../test-control.ts";
import { createChain } from "./chains.ts";

afterAll(closeTestControls);

const other = { ...defaultChain, wires: [] };

async function addChain(control: Control, accountId: number, published: number): Promise<number> {
  return control.transact(async (tx) => {
    const { id } = await tx
      .insertInto("chains")
      .values({
        uuid: crypto.randomUUID(),
        account_id: accountId,
        name: crypto.randomUUID(),
        published_version: published,
        created_at: 0,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const versions = [defaultChain, other].map((definition, index) => ({
      chain_id: id,
      version: index + 1,
      definition: JSON.stringify(definition),
      published_at: 0,
    }));
    await tx.insertInto("chain_versions").values(versions).execute();
    return id;
  });
}

test("loads the published version of each chain, all of them or one", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const first = await addChain(control, account.id, 1);
  const second = await addChain(control, account.id, 2);
  const versions = (await loadChains(control)).map(({ id, version, definition }) => ({
    id,
    version,
    definition,
  }));
  expect(versions.slice(1)).toEqual([
    { id: first, version: 1, definition: defaultChain },
    { id: second, version: 2, definition: other },
  ]);
  expect((await loadChains(control, second)).map((chain) => chain.id)).toEqual([second]);
  expect(await loadChains(control, 99)).toEqual([]);
});

test("does not load a chain that was never published", async () => {
  const { control } = openTestControl();
  const { id: accountId } = await makeAccount(control);
  const before = await loadChains(control);
  const { id } = unwrap(await createChain(control, { accountId, name: "Draft" }));
  expect(await loadChains(control)).toEqual(before);
  expect(await loadChains(control, id)).toEqual([]);
});

test("uses a sensor's own chain, else its device's, else its group's, else the account's", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const accountChain = (await loadChains(control))[0]!.id;
  const groupChain = await addChain(control, account.id, 1);
  const deviceChain = await addChain(control, account.id, 1);
  const sensorChain = await addChain(control, account.id, 1);
  unwrap(await createDeviceGroup(control, { accountId: account.id, name: "Roof" }));
  const { uuid } = unwrap(await createDevice(control, newDevice(account.id, { group: "Roof" })));
  const device = unwrap(await getDevice(control, uuid));
  const [first, second] = device.sensors.map((sensor) => sensor.id) as [number, number];
  const chains = async () => [...(await chainsBySensor(control))];

  expect(await chains()).toEqual([
    [first, accountChain],
    [second, accountChain],
  ]);
  await control.transact((tx) => tx.updateTable("device_groups").set({ chain_id: groupChain }).execute());
  expect((await chainsBySensor(control)).get(first)).toBe(groupChain);
  await control.transact((tx) => tx.updateTable("devices").set({ chain_id: deviceChain }).execute());
  expect((await chainsBySensor(control)).get(first)).toBe(deviceChain);
  await control.transact((tx) =>
    tx.updateTable("sensors").set({ chain_id: sensorChain }).where("id", "=", first).execute(),
  );
  expect(await chains()).toEqual([
    [first, sensorChain],
    [second, deviceChain],
  ]);
});

test("loads the chains of one device's sensors, and none for a deleted device", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  unwrap(await createDevice(control, newDevice(account.id)));
  const { uuid } = unwrap(await createDevice(control, newDevice(account.id)));
  const device = unwrap(await getDevice(control, uuid));
  const sensorIds = new Set(device.sensors.map((sensor) => sensor.id));
  expect(new Set((await chainsBySensor(control, [device.id])).keys())).toEqual(sensorIds);
  expect((await chainsBySensor(control)).size).toBe(4);
  expect((await chainsBySensor(control, [99])).size).toBe(0);
});

test("assigns no chain of another account to an account, group, device or sensor", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const foreign = { chain_id: await addChain(control, office.id, 1) };
  unwrap(await createDeviceGroup(control, { accountId: plant.id, name: "Roof" }));
  unwrap(await createDevice(control, newDevice(plant.id)));
  const attempts = [
    (tx: ControlTransaction) =>
      tx.updateTable("accounts").set({ default_chain_id: foreign.chain_id }).where("id", "=", plant.id),
    (tx: ControlTransaction) => tx.updateTable("device_groups").set(foreign),
    (tx: ControlTransaction) => tx.updateTable("devices").set(foreign),
    (tx: ControlTransaction) => tx.updateTable("sensors").set(foreign),
  ];
  for (const attempt of attempts)
    await expect(control.transact((tx) => attempt(tx).execute())).rejects.toThrow(
      /foreign key|another account/i,
    );
  const sensor = { uuid: crypto.randomUUID(), device_id: 1, name: "s", slug: "s", created_at: 0, ...foreign };
  await expect(control.transact((tx) => tx.insertInto("sensors").values(sensor).execute())).rejects.toThrow(
    "another account",
  );
});
