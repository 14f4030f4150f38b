import { afterAll, expect, test } from "bun:test";
import { readAccountUse } from "../../control/account-use.ts";
import type { Control } from "../../control/control.ts";
import { createDevice, removeDevice } from "../devices/devices.ts";
import type { NewSensor } from "../sensors/insert-sensors.ts";
import { addSensor, removeSensor } from "../sensors/sensors.ts";
import {
  closeTestControls,
  codeOf,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../test-control.ts";

afterAll(closeTestControls);

const plenty = { devices: 1000, sensors: 1000, auditEntries: 1000 };

function open(limits: Partial<typeof plenty>): Control {
  return { ...openTestControl().control, limits: { ...plenty, ...limits } };
}

const sensors = (count: number): NewSensor[] =>
  Array.from({ length: count }, (_, index) => ({ slug: `s${index}` }));

test("counts devices and sensors as they come and go, separately for each account", async () => {
  const control = open({});
  const [plant, office] = [await makeAccount(control), await makeAccount(control, "Office")];
  const use = async ({ id }: { readonly id: number }) => {
    const { devices, sensors: count } = await readAccountUse(control.db, id);
    return [devices, count];
  };
  const boiler = unwrap(await createDevice(control, newDevice(plant.id, { sensors: sensors(3) })));
  unwrap(await createDevice(control, newDevice(office.id, { sensors: sensors(1) })));
  unwrap(await addSensor(control, boiler.uuid, { slug: "more" }));
  expect([await use(plant), await use(office)]).toEqual([
    [1, 4],
    [1, 1],
  ]);
  unwrap(await removeSensor(control, { device: boiler.uuid, sensor: "more" }));
  expect(await use(plant)).toEqual([1, 3]);
  unwrap(await removeDevice(control, boiler.uuid));
  expect([await use(plant), await use(office)]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test("refuses a device beyond the limit with the name of the setting, even if many come at once", async () => {
  const control = open({ devices: 3 });
  const { id } = await makeAccount(control);
  const { id: other } = await makeAccount(control, "Office");
  const made = await Promise.all(
    Array.from({ length: 8 }, () => createDevice(control, newDevice(id, { sensors: [] }))),
  );
  const refused = made.filter(({ ok }) => !ok);
  expect(refused).toHaveLength(5);
  expect(refused[0]).toMatchObject({
    error: { code: "too_many_devices", limit: { setting: "devices_per_account", max: 3 } },
  });
  expect((await readAccountUse(control.db, id)).devices).toBe(3);
  expect(codeOf(await createDevice(control, newDevice(other, { sensors: [] })))).toBe("ok");
});

test("refuses sensors beyond the limit of the account, with a device and on their own", async () => {
  const control = open({ sensors: 3 });
  const { id } = await makeAccount(control);
  const device = unwrap(await createDevice(control, newDevice(id, { sensors: sensors(2) })));
  const tooMany = await createDevice(control, newDevice(id, { sensors: sensors(2) }));
  expect(tooMany).toMatchObject({
    error: { code: "too_many_sensors", limit: { setting: "sensors_per_account", max: 3 } },
  });
  expect((await readAccountUse(control.db, id)).devices).toBe(1);
  expect(codeOf(await addSensor(control, device.uuid, { slug: "third" }))).toBe("ok");
  expect(codeOf(await addSensor(control, device.uuid, { slug: "fourth" }))).toBe("too_many_sensors");
});

test("keeps the newest audit entries of an account, and does not touch those of others", async () => {
  const control = open({ auditEntries: 5 });
  const { id } = await makeAccount(control);
  const { id: other } = await makeAccount(control, "Office");
  unwrap(await createDevice(control, newDevice(other, { sensors: [] })));
  const before = (await readAccountUse(control.db, other)).auditEntries;
  for (let index = 0; index < 9; index++) {
    unwrap(await createDevice(control, newDevice(id, { name: `Boiler ${index}`, sensors: [] })));
  }
  const kept = await control.db
    .selectFrom("audit_log")
    .select("subject_name as name")
    .where("account_id", "=", id)
    .orderBy("id")
    .execute();
  expect(kept.map(({ name }) => name)).toEqual([4, 5, 6, 7, 8].map((index) => `Boiler ${index}`));
  expect((await readAccountUse(control.db, id)).auditEntries).toBe(5);
  expect((await readAccountUse(control.db, other)).auditEntries).toBe(before);
});
