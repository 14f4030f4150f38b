import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { hashToken } from "../../control/sealing/token.ts";
import { isTestDataInFile } from "../../control/test-open-control.ts";
import { DeviceRegistry, tenantOfDevice } from "../../ingest/authenticate/device-registry.ts";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import { getDevice } from "../core/find-device.ts";
import {
  chainsBySensor,
  closeTestControls,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../test-control.ts";
import { loadDeviceRecords } from "./device-records.ts";
import { createDevice, editDevice, removeDevice } from "./devices.ts";

afterAll(closeTestControls);

test("contains what a request is checked against", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const created = unwrap(await createDevice(control, newDevice(account.id, { contract: "stored" })));
  const device = unwrap(await getDevice(control, created.uuid));
  expect(await loadDeviceRecords(control)).toEqual([
    {
      id: device.id,
      uuid: created.uuid,
      accountId: account.id,
      enabled: true,
      contract: "stored",
      handling: "strict",
      quarantine: true,
      tokenHash: hashToken(created.token),
      previousToken: null,
      sensors: device.sensors.map(({ id, uuid, slug }) => ({ id, uuid, slug })),
    },
  ]);
});

test("contains the tenant of an account that does not count with itself, also when the registry gives it on", async () => {
  const { control } = openTestControl();
  const [first, second] = [await makeAccount(control, "First"), await makeAccount(control, "Second")];
  for (const { id } of [first, second]) unwrap(await createDevice(control, newDevice(id)));
  await control.transact((tx) =>
    tx.updateTable("accounts").set({ tenant_id: first.id }).where("id", "=", second.id).execute(),
  );
  const registry = new DeviceRegistry();
  for (const record of await loadDeviceRecords(control)) registry.put(record);
  expect(registry.records().map(tenantOfDevice)).toEqual([first.id, first.id]);
  expect([first, second].map(({ id }) => registry.tenantOf(id))).toEqual([first.id, first.id]);
});

test("loads one device as it is now, and nothing after it was deleted", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  unwrap(await createDevice(control, newDevice(account.id)));
  const { uuid } = unwrap(await createDevice(control, newDevice(account.id, { sensors: [] })));
  const patch = { enabled: false, handling: "lenient", quarantine: false } as const;
  const { id } = unwrap(await editDevice(control, uuid, patch));
  expect(await loadDeviceRecords(control, [id])).toMatchObject([
    { id, uuid, enabled: false, handling: "lenient", quarantine: false, sensors: [] },
  ]);
  unwrap(await removeDevice(control, uuid));
  expect(await loadDeviceRecords(control, [id])).toEqual([]);
  expect(await loadDeviceRecords(control)).toHaveLength(1);
});

test.if(isTestDataInFile)(
  "loads more devices than a statement can name, with two sensors each with their own sensors and chains",
  async () => {
    const { control, dataDir } = openTestControl();
    await makeAccount(control);
    // SQLite takes 32,766 parameters.
    const count = 40_000;
    const raw = openDatabase(join(dataDir, "control.db"), { synchronous: "normal" });
    raw.transaction(() => {
      raw.run(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      INSERT INTO devices (id, uuid, account_id, name, description, enabled, contract, handling,
        token_hash, token_sealed, token_created_at, created_at)
      SELECT n, printf('%08x-0000-4000-8000-000000000000', n), 1, 'Device ' || n, '', 1, 'queued', 'strict',
        randomblob(32), randomblob(75), 0, 0 FROM numbers`);
      raw.run(`
      INSERT INTO sensors (uuid, device_id, name, slug, created_at)
      SELECT printf('%08x-0000-4000-9000-%012x', id, kind), id, 'Sensor', 's' || kind || '-' || id, 0
      FROM (SELECT 1 AS kind UNION ALL SELECT 2), devices`);
    })();
    raw.close();

    const records = await loadDeviceRecords(control);
    expect(records).toHaveLength(count);
    const wrong = records.filter(
      ({ id, sensors }) => sensors.length !== 2 || sensors.some(({ slug }) => !slug.endsWith(`-${id}`)),
    );
    expect(wrong).toEqual([]);
    const chains = await chainsBySensor(control);
    expect(chains.size).toBe(2 * count);
    expect(new Set(chains.values()).size).toBe(1);
  },
  30_000,
);
