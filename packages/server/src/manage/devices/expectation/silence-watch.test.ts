import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { createLog } from "../../../platform/log.ts";
import type { ChainQueries } from "../../../store/chain-queries.ts";
import { changeAlarms } from "../../alarms/alarms.ts";
import type { AskProcessor } from "../../core/records/record-access.ts";
import { closeTestControls, unwrap } from "../../test-control.ts";
import { type Tenant, TestRecords } from "../../test-records.ts";
import { type DevicePatch, editDevice } from "../devices.ts";
import { createDeviceGroup } from "../groups/device-groups.ts";
import { TestConnections } from "../test-connections.ts";
import { editAccountExpectation } from "./account-expectation.ts";
import { SilenceWatch } from "./silence-watch.ts";

afterAll(closeTestControls);

const minuteMs = 60_000;

let records: TestRecords;
let plant: Tenant;
let connections: TestConnections;
let seen: Map<number, number>;
let learned: Map<number, number>;
let ask: AskProcessor;
let watch: SilenceWatch;

/** As after a start of the server. */
function startWatch(alarmsOf: Pick<ChainQueries, "devicesWithSilenceAlarm"> = records.queries): SilenceWatch {
  return new SilenceWatch({
    control: records.control,
    alarms: alarmsOf,
    connections,
    ask: (request) => ask(request),
    clock: { nowMs: () => records.scene.nowMs },
    log: createLog("error", "test", (line) => expect(line).toBe("")),
  });
}

beforeEach(async () => {
  records = new TestRecords();
  plant = await records.addTenant("Plant", defaultChain);
  connections = new TestConnections();
  ({ seen, learned } = connections);
  seen.set(plant.deviceId, records.scene.nowMs);
  ask = records.ask;
  watch = startWatch();
});

afterEach(async () => {
  await watch.stop();
  await records[Symbol.asyncDispose]();
});

async function set(patch: DevicePatch): Promise<void> {
  unwrap(await editDevice(records.control, plant.deviceUuid, patch));
  watch.settingsChanged();
}

/** The server checks all the time, so the clock moves in small steps. */
async function pass(minutes: number): Promise<void> {
  for (let step = 0; step < 2 * minutes; step++) {
    records.scene.nowMs += minuteMs / 2;
    await watch.look();
  }
}

async function connect(): Promise<void> {
  seen.set(plant.deviceId, records.scene.nowMs);
  await watch.look();
}

/** The oldest first. */
async function alarms(): Promise<string[]> {
  const all = await records.queries.alarms({ accountId: plant.accountId, limit: 100 });
  return all
    .map(
      ({ severity, message, clearedUs }) => `${severity}: ${message}${clearedUs === null ? "" : " Cleared."}`,
    )
    .reverse();
}

const silent = "warning: No request for 15 min. It is expected every 5 min.";
const everyFiveMinutes: DevicePatch = { expectedIntervalS: 300, silenceAlarm: "warning" };

test("raises one alarm when a device goes silent, and clears it when the device connects again", async () => {
  await set(everyFiveMinutes);
  await pass(15);
  expect(await alarms()).toEqual([]);
  const lastUs = seen.get(plant.deviceId)! * 1000;
  await pass(60);
  expect(await alarms()).toEqual([silent]);
  const { accountId, deviceId } = plant;
  expect(await records.queries.alarms({ accountId, limit: 1 })).toMatchObject([
    { deviceId, sensorId: null, chainId: null, nodeId: null, lastUs, raisedValue: null, readings: 0 },
  ]);
  await connect();
  expect(await alarms()).toEqual([`${silent} Cleared.`]);
  await pass(16);
  expect(await alarms()).toEqual([`${silent} Cleared.`, silent]);
});

test("raises nothing unless it is switched on", async () => {
  await set({ expectedIntervalS: 60 });
  await pass(60);
  expect(await alarms()).toEqual([]);
  expect(records.asked).toEqual([]);
});

test("raises nothing if alarms are switched off during the check", async () => {
  await set(everyFiveMinutes);
  await watch.stop();
  let isSilent = false;
  watch = startWatch({
    async devicesWithSilenceAlarm() {
      if (isSilent) await set({ silenceAlarm: "off" });
      return records.queries.devicesWithSilenceAlarm();
    },
  });
  await pass(15);
  isSilent = true;
  await pass(1);
  expect(records.asked).toEqual([]);
});

test("uses the learned interval if none is set, and ten minutes if none is known", async () => {
  learned.set(plant.deviceId, 2 * minuteMs);
  await set({ silenceAlarm: "critical" });
  await pass(7);
  expect(await alarms()).toEqual(["critical: No request for 6 min. It is expected every 2 min."]);
  await connect();
  learned.clear();
  await pass(9);
  expect(await alarms()).toHaveLength(1);
  await pass(2);
  expect((await alarms())[1]).toBe("critical: No request for 10 min.");
});

describe("a setting of the group or the account", () => {
  test("leaves out a device with its own setting", async () => {
    unwrap(await editAccountExpectation(records.control, plant.accountId, { silenceAlarm: "info" }));
    await set({ expectedIntervalS: 60, silenceAlarm: "off" });
    await pass(10);
    expect(await alarms()).toEqual([]);
    await set({ silenceAlarm: null });
    await watch.look();
    expect(await alarms()).toEqual(["info: No request for 3 min. It is expected every 1 min."]);
  });

  test("prefers the group to the account", async () => {
    const { accountId } = plant;
    unwrap(await editAccountExpectation(records.control, accountId, { silenceAlarm: "info" }));
    const group = { accountId, name: "Roof", silenceAlarm: "critical", expectedIntervalS: 60 } as const;
    unwrap(await createDeviceGroup(records.control, group));
    await set({ group: "Roof" });
    await pass(4);
    expect(await alarms()).toEqual(["critical: No request for 3 min. It is expected every 1 min."]);
  });
});

test("raises none for a device that never connected", async () => {
  seen.clear();
  await set(everyFiveMinutes);
  await pass(60);
  expect(await alarms()).toEqual([]);
});

test("raises none for a disabled device, and clears the alarm it had", async () => {
  await set({ ...everyFiveMinutes, enabled: false });
  await pass(20);
  expect(await alarms()).toEqual([]);
  await set({ enabled: true });
  await watch.look();
  expect(await alarms()).toEqual([silent]);
  await set({ enabled: false });
  await watch.look();
  expect(await alarms()).toEqual([`${silent} Cleared.`]);
});

test("clears an alarm when a new interval ends the silence, or when alarms are switched off", async () => {
  await set(everyFiveMinutes);
  await pass(20);
  await set({ expectedIntervalS: 3600 });
  await watch.look();
  expect(await alarms()).toEqual([`${silent} Cleared.`]);
  await set({ expectedIntervalS: 300 });
  await watch.look();
  expect(await alarms()).toEqual([`${silent} Cleared.`, silent]);
  await set({ silenceAlarm: "off" });
  await watch.look();
  expect(await alarms()).toEqual([`${silent} Cleared.`, `${silent} Cleared.`]);
});

describe("time in which the server did not run", () => {
  beforeEach(() => set(everyFiveMinutes));

  test("gives a device its full interval again after a start", async () => {
    await watch.stop();
    records.scene.nowMs += 600 * minuteMs;
    watch = startWatch();
    await pass(15);
    expect(await alarms()).toEqual([]);
    await pass(1);
    expect(await alarms()).toEqual([silent]);
  });

  test("is not counted as silence when the machine was asleep", async () => {
    await pass(1);
    records.scene.nowMs += 600 * minuteMs;
    await pass(15);
    expect(await alarms()).toEqual([]);
    await pass(1);
    expect(await alarms()).toEqual([silent]);
  });

  test("leaves an alarm from before the start as it is, the only one", async () => {
    await pass(20);
    await watch.stop();
    watch = startWatch();
    await pass(60);
    expect(await alarms()).toEqual([silent]);
    await connect();
    expect(await alarms()).toEqual([`${silent} Cleared.`]);
  });
});

describe("an alarm that a person cleared during a silence", () => {
  beforeEach(async () => {
    await set(everyFiveMinutes);
    await pass(20);
    const { id } = (await records.queries.alarms({ accountId: plant.accountId, limit: 1 }))[0]!;
    unwrap(await changeAlarms(records, "clear", [id], { name: "ada", userId: null }));
  });

  test("is not raised again while the server runs", async () => {
    records.asked.length = 0;
    await pass(60);
    expect(await alarms()).toEqual([`${silent} Cleared.`]);
    expect(records.asked).toEqual([]);
  });

  test("is not raised again after a restart", async () => {
    await watch.stop();
    watch = startWatch();
    await pass(60);
    expect(await alarms()).toEqual([`${silent} Cleared.`]);
  });

  test("is raised for the next silence", async () => {
    await connect();
    await pass(20);
    expect(await alarms()).toEqual([`${silent} Cleared.`, silent]);
  });
});

test("raises exactly one alarm even if the processor dies before or after raising it", async () => {
  await set(everyFiveMinutes);
  const unavailable = Object.assign(new Error("gone"), { code: "processor_unavailable" });
  ask = () => Promise.reject(unavailable);
  await pass(16);
  expect(await alarms()).toEqual([]);
  ask = async (request) => {
    await records.ask(request);
    throw unavailable;
  };
  await pass(1);
  expect(await alarms()).toEqual([silent]);
  ask = records.ask;
  await pass(10);
  expect(await alarms()).toEqual([silent]);
});

test("raises one alarm and clears it once if the processor is asked twice", async () => {
  await set(everyFiveMinutes);
  await pass(16);
  const [raised] = records.asked;
  expect(await records.ask(raised!)).toEqual({ raised: [], cleared: [] });
  await connect();
  const cleared = records.asked.at(-1)!;
  expect(await records.ask(cleared)).toEqual({ raised: [], cleared: [] });
  expect(await alarms()).toEqual([`${silent} Cleared.`]);
});

test("tells open pages when the alarm is raised and cleared", async () => {
  records.scene.feed.watch([plant.accountId]);
  await set(everyFiveMinutes);
  await pass(16);
  await connect();
  const told = { kind: "alarm", device: plant.deviceUuid, sensor: null, name: "Device silent", value: null };
  expect(records.scene.live.filter(({ kind }) => kind === "alarm")).toMatchObject([
    { ...told, change: "raised" },
    { ...told, change: "cleared" },
  ]);
});

test("tells open pages when a person acknowledges or clears it", async () => {
  await set(everyFiveMinutes);
  await pass(16);
  records.scene.feed.watch([plant.accountId]);
  const { id } = (await records.queries.alarms({ accountId: plant.accountId, limit: 1 }))[0]!;
  for (const action of ["acknowledge", "clear"] as const)
    unwrap(await changeAlarms(records, action, [id], { name: "ada", userId: null }));
  const told = { kind: "alarm", device: plant.deviceUuid, sensor: null };
  expect(records.scene.live).toMatchObject([
    { ...told, change: "acknowledged" },
    { ...told, change: "cleared" },
  ]);
});
