import { afterAll, expect, test } from "bun:test";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { listAudit } from "../../control/audit/audit-log.ts";
import type { Control } from "../../control/control.ts";
import { createLog } from "../../platform/log.ts";
import { activityQueries } from "../../store/activity/queries.ts";
import { SqliteActivityStore } from "../../store/activity/store-sqlite.ts";
import { SqliteStoreReader } from "../../store/engine/sqlite/sqlite-store-reader.ts";
import { SqliteReadingStore } from "../../store/readings/sqlite/sqlite-reading-store.ts";
import { sqliteStatistics } from "../../store/statistics/queries-sqlite.ts";
import { SqliteStatisticsStore } from "../../store/statistics/writer-sqlite.ts";
import { getDevice } from "../core/find-device.ts";
import { closeTestControls, makeAccount, newDevice, openTestControl, unwrap } from "../test-control.ts";
import { AutomaticQuarantine, type AutomaticQuarantineParts } from "./automatic-quarantine.ts";
import { createDevice, editDevice } from "./devices.ts";
import type { NewDevice } from "./insert-device.ts";
import { TestConnections } from "./test-connections.ts";

afterAll(closeTestControls);

const hourMs = 3_600_000;

/** Control data and a store in one folder, in which devices send and are rejected as the test says. */
async function open() {
  const clock = new ManualClock("2026-06-01T12:30:00.000Z");
  const { control: opened, dataDir } = openTestControl();
  const control: Control = { ...opened, nowUs: () => clock.nowMs() * 1000 };
  const account = await makeAccount(control);
  const store = new SqliteReadingStore(dataDir);
  const activity = new SqliteActivityStore(store.database);
  const counts = new SqliteStatisticsStore(store.database);
  const statistics = sqliteStatistics(dataDir);
  const troubles = activityQueries(new SqliteStoreReader(dataDir));
  const connections = new TestConnections();
  const connected = connections.seen;
  const lines: string[] = [];
  const parts: AutomaticQuarantineParts = {
    control,
    troubles,
    statistics,
    connections,
    recentActivity: { flush: async () => undefined },
    log: createLog("info", "test", (line) => lines.push(line)),
  };
  const make = async (settings: Partial<NewDevice> = {}) => {
    const { uuid } = unwrap(await createDevice(control, newDevice(account.id, settings)));
    return unwrap(await getDevice(control, uuid));
  };
  type Made = Awaited<ReturnType<typeof make>>;
  const send = ({ id: deviceId, sensors }: Made) => {
    connected.set(deviceId, clock.nowMs());
    const counted = {
      accepted: 1,
      saved: 1,
      alreadyStored: 0,
      ended: 0,
      dead: 0,
      duplicates: 0,
      rejected: {},
    };
    const sensorId = sensors[0]!.id;
    store.database.transaction(() =>
      counts.add([{ ...counted, accountId: account.id, deviceId, sensorId }], clock.nowMs()),
    )();
  };
  const misname = ({ id: deviceId }: Made) => {
    connected.set(deviceId, clock.nowMs());
    const reading = {
      accountId: account.id,
      deviceId,
      requestId: "000000000abc-1",
      position: 0,
      reason: "dropped_unknown_sensor" as const,
      arrivalMs: clock.nowMs(),
      correctionUs: 0,
      urlSensor: null,
      entry: '{"sensor_slug":"Temp","value":1}',
    };
    store.database.transaction(() => {
      activity.quarantine([reading]);
      activity.troubled(deviceId, clock.nowMs());
    })();
  };
  /** Runs as a server does that was just started. */
  const look = async (overrides: Partial<AutomaticQuarantineParts> = {}) => {
    const quarantine = new AutomaticQuarantine({ ...parts, ...overrides });
    await quarantine.look();
    await quarantine.stop();
  };
  const modeOf = async ({ uuid }: Made) => unwrap(await getDevice(control, uuid)).quarantineMode;
  const kept = async ({ id: deviceId }: Made) =>
    (await troubles.quarantined({ accountId: account.id, deviceId, limit: 9 })).length;
  const audit = async () => (await listAudit(control, account.id, { limit: 50 })).entries;
  const close = async () => {
    for (const opened of [statistics, troubles, store]) await opened.close();
  };
  return {
    clock,
    control,
    make,
    send,
    misname,
    look,
    modeOf,
    kept,
    audit,
    lines,
    [Symbol.asyncDispose]: close,
  };
}

test("keeps rejected readings of a new device until its first day without rejections, and deletes none", async () => {
  await using at = await open();
  const device = await at.make();
  expect(device).toMatchObject({ quarantine: true, quarantineMode: "automatic" });
  at.misname(device);
  for (let hour = 1; hour <= 24; hour++) {
    at.clock.advanceMs(hourMs);
    at.send(device);
    await at.look();
    expect([hour, await at.modeOf(device)]).toEqual([hour, "automatic"]);
  }
  at.clock.advanceMs(2 * hourMs);
  at.send(device);
  await at.look();
  expect(await at.modeOf(device)).toBe("off");
  expect(await at.kept(device)).toBe(1);
  expect((await at.audit())[0]).toMatchObject({
    actorKind: "operator",
    source: "server",
    action: "device.update",
    subject: device.uuid,
    before: { quarantine: true, quarantine_mode: "automatic" },
    after: { quarantine: false, quarantine_mode: "off" },
  });
  expect(at.lines).toEqual([]);
});

test("restarts the day after a rejection", async () => {
  await using at = await open();
  const device = await at.make();
  at.send(device);
  at.clock.advanceMs(23 * hourMs);
  at.misname(device);
  at.clock.advanceMs(3 * hourMs);
  at.send(device);
  await at.look();
  expect(await at.modeOf(device)).toBe("automatic");
  at.clock.advanceMs(22 * hourMs);
  at.send(device);
  await at.look();
  expect(await at.modeOf(device)).toBe("off");
});

test("begins the day with the first accepted readings, however long ago the device was created", async () => {
  await using at = await open();
  const device = await at.make();
  at.clock.advanceMs(100 * hourMs);
  at.send(device);
  await at.look();
  expect(await at.modeOf(device)).toBe("automatic");
});

test("keeps the quarantine of a silent device until it has sent again", async () => {
  await using at = await open();
  const device = await at.make();
  at.send(device);
  at.clock.advanceMs(100 * hourMs);
  await at.look();
  expect(await at.modeOf(device)).toBe("automatic");
  at.send(device);
  await at.look();
  expect(await at.modeOf(device)).toBe("off");
});

test("keeps what a person has set", async () => {
  await using at = await open();
  const always = await at.make({ quarantine: true });
  const later = await at.make();
  unwrap(await editDevice(at.control, later.uuid, { quarantine: true }));
  const never = await at.make({ quarantine: false });
  for (const device of [always, later, never]) at.send(device);
  at.clock.advanceMs(30 * hourMs);
  for (const device of [always, later, never]) at.send(device);
  const before = (await at.audit()).length;
  await at.look();
  expect(await Promise.all([always, later, never].map(at.modeOf))).toEqual(["on", "on", "off"]);
  expect(await at.audit()).toHaveLength(before);
});

test("restarts the day when a device returns to automatic, and not with other changes", async () => {
  await using at = await open();
  const device = await at.make({ quarantine: false });
  at.send(device);
  at.clock.advanceMs(30 * hourMs);
  at.send(device);
  unwrap(await editDevice(at.control, device.uuid, { quarantineMode: "automatic" }));
  await at.look();
  expect(await at.modeOf(device)).toBe("automatic");
  at.clock.advanceMs(20 * hourMs);
  unwrap(await editDevice(at.control, device.uuid, { name: "Stove", quarantineMode: "automatic" }));
  at.clock.advanceMs(5 * hourMs);
  at.send(device);
  await at.look();
  expect(await at.modeOf(device)).toBe("off");
});

test("logs a fault, and still runs the next turn", async () => {
  await using at = await open();
  const device = await at.make();
  at.send(device);
  at.clock.advanceMs(26 * hourMs);
  at.send(device);
  const acceptedOf = (): never => {
    throw new Error("the disk is gone");
  };
  await at.look({ statistics: { acceptedOf } });
  expect(at.lines.join()).toContain("the disk is gone");
  expect(await at.modeOf(device)).toBe("automatic");
  await at.look();
  expect(await at.modeOf(device)).toBe("off");
});
