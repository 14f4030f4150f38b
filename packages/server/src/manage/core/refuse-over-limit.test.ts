import { afterAll, expect, test } from "bun:test";
import { randomUUID } from "node:crypto";
import { readAccountUse } from "../../control/account-use.ts";
import { nothingToAudit } from "../../control/audit/audited-action.ts";
import { insertBoard } from "../../control/boards/boards.ts";
import { type Control, withinAccount } from "../../control/control.ts";
import { firstBoard } from "../boards/first-board.ts";
import { createDevice, editDevice, removeDevice } from "../devices/devices.ts";
import { addSensor, removeSensor } from "../sensors/sensors.ts";
import {
  closeTestControls,
  codeOf,
  makeAccount,
  newDevice,
  openTestControl,
  unwrap,
} from "../test-control.ts";
import { commitChange } from "./commit-change.ts";
import type { NewSensor } from "./insert-sensors.ts";
import { succeed } from "./manage-error.ts";

afterAll(closeTestControls);

const plenty = { devices: 1000, sensors: 1000, controlBytes: 100_000, auditEntries: 1000 };

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

test("refuses sensors beyond the limit even if many come at once, with devices and on their own", async () => {
  const control = open({ sensors: 5 });
  const { id } = await makeAccount(control);
  const device = unwrap(await createDevice(control, newDevice(id, { sensors: [] })));
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      nth % 2 === 0
        ? addSensor(control, device.uuid, { slug: `own-${nth}` })
        : createDevice(control, newDevice(id, { sensors: sensors(2) })),
    ),
  );
  const refused = made.filter(({ ok }) => !ok);
  for (const each of refused) expect(each).toMatchObject({ error: { code: "too_many_sensors" } });
  expect(refused.length).toBeGreaterThan(6);
  const stored = await control.db.selectFrom("sensors").select("id").execute();
  expect([stored.length, (await readAccountUse(control.db, id)).sensors]).toEqual([5, 5]);
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

/** What a row counts besides its texts. */
const rowBytes = 100;

test("counts the bytes of boards, chains, pictures and charts with their versions, as they come and go", async () => {
  const control = open({});
  const { id } = await makeAccount(control);
  const bytes = async () => (await readAccountUse(control.db, id)).controlBytes;
  const empty = await bytes();
  const device = unwrap(await createDevice(control, newDevice(id, { sensors: [] })));
  const begun = await bytes();
  expect(begun).toBeGreaterThan(0);
  const board = {
    uuid: randomUUID(),
    accountId: id,
    userId: null,
    name: "Big",
    definition: firstBoard,
    version: 1,
    createdAt: 1,
    updatedAt: 1,
  };
  await control.transact((tx) => insertBoard(tx, board, "ada"));
  const ofVersion = rowBytes + board.name.length + "ada".length;
  const ofBoard = rowBytes + ofVersion + JSON.stringify(firstBoard).length;
  expect(await bytes()).toBe(begun + ofBoard);
  const definition = JSON.stringify({ text: "ü".repeat(500) });
  const definitionBytes = Buffer.byteLength(definition);
  await control.transact(async (tx) => {
    const { id: boardId } = await tx
      .selectFrom("boards")
      .select("id")
      .where("uuid", "=", board.uuid)
      .executeTakeFirstOrThrow();
    const version = { version: 2, name: "Big", definition, saved_at: 1, saved_by: "ada" };
    await tx
      .insertInto("board_versions")
      .values({ board_id: boardId, ...version })
      .execute();
    const link = { uuid: randomUUID(), token_hash: new Uint8Array(32), name: "Hall", created_by: "ada" };
    await tx
      .insertInto("share_links")
      .values({ board_id: boardId, ...link, embedding: 0, created_at: 1, expires_at: 2 })
      .execute();
  });
  const ofLink = rowBytes + "Hall".length + "ada".length;
  expect(await bytes()).toBe(begun + ofBoard + ofVersion + definitionBytes + ofLink);
  await control.transact(async (tx) => {
    await tx.deleteFrom("boards").where("uuid", "=", board.uuid).execute();
    await tx.updateTable("chains").set({ draft: definition }).where("account_id", "=", id).execute();
    const { id: deviceId } = await tx
      .selectFrom("devices")
      .select("id")
      .where("uuid", "=", device.uuid)
      .executeTakeFirstOrThrow();
    const picture = { media_type: "image/png", bytes: new Uint8Array(700), updated_at: 1 };
    await tx
      .insertInto("device_pictures")
      .values({ device_id: deviceId, account_id: id, ...picture })
      .execute();
    await tx
      .insertInto("alarm_follow_ups")
      .values({ alarm_id: 7, account_id: id, device_id: deviceId })
      .execute();
    const act = { alarm_id: 7, happened_at: 1, actor: "ada" } as const;
    await tx
      .insertInto("alarm_acts")
      .values([
        { ...act, act: "acknowledged" },
        { ...act, act: "commented", text: "x".repeat(50) },
      ])
      .execute();
  });
  expect(await bytes()).toBe(begun + definitionBytes + 700 + 50);
  await control.transact(async (tx) => {
    await tx
      .updateTable("device_pictures")
      .set({ bytes: new Uint8Array(100) })
      .execute();
    await tx.updateTable("chains").set({ draft: null }).where("account_id", "=", id).execute();
  });
  expect(await bytes()).toBe(begun + 100 + 50);
  unwrap(await removeDevice(control, device.uuid));
  expect(await bytes()).toBe(empty);
});

test("counts names, attributes and notes of devices and sensors, and refuses those that do not fit", async () => {
  const all = open({});
  const { id } = await makeAccount(all);
  const bytes = async () => (await readAccountUse(all.db, id)).controlBytes;
  const begun = await bytes();
  const max = begun + 20_000;
  const control = withinAccount({ ...all, limits: { ...all.limits, controlBytes: max } }, id);
  const large = { notes: "x".repeat(4000), description: "ü".repeat(2000) };
  const device = unwrap(await createDevice(control, newDevice(id, { ...large, sensors: sensors(20) })));
  expect(await bytes()).toBeGreaterThan(begun + 8000 + 20 * rowBytes);
  const tooLarge = await createDevice(control, newDevice(id, { ...large, sensors: sensors(20) }));
  expect(tooLarge).toMatchObject({
    error: { code: "too_much_data", limit: { setting: "control_bytes_per_account", max } },
  });
  const attributes = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`a${n}`, "x".repeat(200)]));
  expect(codeOf(await editDevice(control, device.uuid, { attributes }))).toBe("too_much_data");
  expect(codeOf(await editDevice(control, device.uuid, { notes: "", description: "" }))).toBe("ok");
  expect(codeOf(await editDevice(control, device.uuid, { attributes }))).toBe("ok");
  unwrap(await removeDevice(control, device.uuid));
  expect(await bytes()).toBe(begun);
});

test("refuses every change that makes an account larger than its limit of bytes, and lets it become smaller", async () => {
  const all = open({});
  const { id } = await makeAccount(all);
  const max = (await readAccountUse(all.db, id)).controlBytes + 1000;
  const control = withinAccount({ ...all, limits: { ...all.limits, controlBytes: max } }, id);
  const setDraft = (size: number) =>
    commitChange(control, async (tx) => {
      const draft = JSON.stringify("x".repeat(size));
      await tx.updateTable("chains").set({ draft }).where("account_id", "=", id).execute();
      return succeed({ value: null, audit: nothingToAudit("a test"), changes: [] });
    });
  unwrap(await setDraft(900));
  expect(await setDraft(1001)).toMatchObject({
    error: { code: "too_much_data", limit: { setting: "control_bytes_per_account", max } },
  });
  const { draft } = await all.db
    .selectFrom("chains")
    .select("draft")
    .where("account_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(draft).toHaveLength(902);
  // A limit that was lowered later does not keep anybody from making room.
  const lowered = { ...control, limits: { ...control.limits, controlBytes: 10 } };
  const smaller = await commitChange(lowered, async (tx) => {
    await tx.updateTable("chains").set({ draft: '"x"' }).where("account_id", "=", id).execute();
    return succeed({ value: null, audit: nothingToAudit("a test"), changes: [] });
  });
  expect(smaller.ok).toBe(true);
});
