import { afterAll, expect, test } from "bun:test";
import { alarmsAtOnceMax } from "@weir/protocol/manage/alarm-routes";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { listAudit } from "../../control/audit/audit-log.ts";
import { auditJsonBytesMax } from "../../control/audit/write-audit.ts";
import { withinAccount } from "../../control/control.ts";
import type { AlarmAction } from "../../process/processor-request.ts";
import { testNode } from "../chains/test-chains.ts";
import { closeTestControls, codeOf, unwrap } from "../test-control.ts";
import { TestRecords } from "../test-records.ts";
import { changedAlarms } from "./alarm-note.ts";
import { type AlarmListRequest, changeAlarms, findAlarm, listAlarms } from "./alarms.ts";

afterAll(closeTestControls);

const alarming: ChainDefinition = {
  nodes: [
    testNode("input", "input"),
    testNode("hot", "raise-alarm", { name: "too hot", severity: "critical", message: "{{value}}!" }),
  ],
  wires: [{ from: "input", output: "out", to: "hot" }],
};

async function setUp(records: TestRecords) {
  const plant = await records.addTenant("Plant", alarming);
  const office = await records.addTenant("Office", alarming);
  await records.process(plant.sensorId, 30);
  await records.process(plant.sensorId, 31);
  await records.process(office.sensorId, 40);
  const { queries, ask } = records;
  const within = (accountId: number) => ({
    queries,
    ask,
    control: withinAccount(records.control, accountId),
  });
  return { plant, office, within };
}

const list = async (reader: Parameters<typeof listAlarms>[0], request: Partial<AlarmListRequest> = {}) =>
  unwrap(await listAlarms(reader, { limit: 10, ...request }));

/** The result for one alarm; null if there is no such alarm. */
const change = async (
  writer: Parameters<typeof changeAlarms>[0],
  action: AlarmAction,
  id: number,
  by: string,
) => unwrap(await changeAlarms(writer, action, [id], { name: by, userId: null })).changes[0] ?? null;

test("lists an alarm that a chain raised with its device, sensor and chain", async () => {
  await using records = new TestRecords();
  const { plant, within } = await setUp(records);
  const [alarm, ...others] = await list(within(plant.accountId));
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({
    name: "too hot",
    severity: "critical",
    message: "30!",
    state: "active",
    nodeId: "hot",
    raisedValue: 30,
    lastValue: 31,
    readings: 2,
    origin: {
      account: { name: "Plant" },
      device: { uuid: plant.deviceUuid, name: "Boiler" },
      sensor: { uuid: plant.sensorUuid, slug: "temperature" },
      chain: { uuid: plant.chain.uuid, name: "Own" },
    },
  });
  expect(await findAlarm(within(plant.accountId), alarm!.id)).toEqual(alarm!);
});

test("keeps the first person who acknowledges an alarm, which stays active until it is cleared", async () => {
  await using records = new TestRecords();
  const { plant, within } = await setUp(records);
  const writer = within(plant.accountId);
  const { id } = (await list(writer))[0]!;
  const first = await change(writer, "acknowledge", id, " ada ");
  expect(first).toMatchObject({ hasChanged: true, alarm: { state: "acknowledged", acknowledgedBy: "ada" } });
  const second = await change(writer, "acknowledge", id, "bob");
  expect(second).toMatchObject({ hasChanged: false, alarm: { acknowledgedBy: "ada" } });
  expect(await list(writer, { state: "acknowledged" })).toHaveLength(1);
  expect(await list(writer, { state: "active" })).toHaveLength(1);

  const cleared = await change(writer, "clear", id, "bob");
  expect(cleared).toMatchObject({ hasChanged: true, alarm: { state: "cleared", clearedBy: "bob" } });
  expect(await change(writer, "clear", id, "ada")).toMatchObject({
    hasChanged: false,
    alarm: { clearedBy: "bob" },
  });
  expect(await list(writer, { state: "active" })).toEqual([]);
  await records.process(plant.sensorId, 50);
  expect(await list(writer, { state: "active" })).toMatchObject([{ raisedValue: 50, state: "active" }]);
});

test("removes an acknowledgement while the alarm is active", async () => {
  await using records = new TestRecords();
  const { plant, within } = await setUp(records);
  const writer = within(plant.accountId);
  const { id } = (await list(writer))[0]!;
  await change(writer, "acknowledge", id, "ada");
  const back = await change(writer, "unacknowledge", id, "ada");
  expect(back).toMatchObject({ hasChanged: true, alarm: { state: "active", acknowledgedBy: null } });
  expect(await change(writer, "unacknowledge", id, "ada")).toMatchObject({ hasChanged: false });
  await change(writer, "acknowledge", id, "bob");
  await change(writer, "clear", id, "bob");
  const late = await change(writer, "unacknowledge", id, "ada");
  expect(late).toMatchObject({ hasChanged: false, alarm: { acknowledgedBy: "bob" } });
});

test("changes several alarms with one request, in the given order, and one audit entry", async () => {
  await using records = new TestRecords();
  const { plant, office, within } = await setUp(records);
  const { id: foreign } = (await list(within(office.accountId)))[0]!;
  const writer = within(plant.accountId);
  const { id: first } = (await list(writer))[0]!;
  await change(writer, "clear", first, "ada");
  await records.process(plant.sensorId, 50);
  const { id: second } = (await list(writer, { state: "active" }))[0]!;
  records.asked.length = 0;
  const ids = [second, first, foreign, second, 999];
  const done = unwrap(await changeAlarms(writer, "acknowledge", ids, { name: "ada", userId: null }));
  const asked = { kind: "change alarms", action: "acknowledge", ids: [second, first], by: "ada" } as const;
  expect(records.asked).toEqual([asked]);
  expect(done.changes.map(({ alarm, hasChanged }) => [alarm.id, hasChanged])).toEqual([
    [second, true],
    [first, true],
  ]);
  expect(done.unknownIds).toEqual([foreign, 999]);
  const filter = { action: "alarm.acknowledge" };
  const entries = async () =>
    (await listAudit(records.control, plant.accountId, { filter, limit: 10 })).entries;
  const [entry, ...others] = await entries();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    action: "alarm.acknowledge",
    subjectKind: "alarm",
    subject: "2 alarms",
    isConfirmed: true,
    before: { state: ["active", "cleared"] },
    after: {
      state: ["acknowledged", "cleared"],
      names: ["too hot"],
      alarms: [second, first],
      devices: [plant.deviceUuid],
    },
  });
  unwrap(await changeAlarms(writer, "acknowledge", ids, { name: "bob", userId: null }));
  expect(await entries()).toHaveLength(1);
});

test("fits the audit entry of the maximum number of alarms with the longest names into the audit log", async () => {
  await using records = new TestRecords();
  const { plant, within } = await setUp(records);
  const alarm = (await list(within(plant.accountId)))[0]!;
  const many = Array.from({ length: alarmsAtOnceMax }, (_, nth) => {
    const name = `${nth}`.padEnd(100, "\u20ac");
    const device = { uuid: `${nth}`.padStart(36, "0"), name };
    return { ...alarm, id: Number.MAX_SAFE_INTEGER - nth, name, origin: { ...alarm.origin, device } };
  });
  const entry = changedAlarms(many.map((one) => ({ hasChanged: true, before: one, alarm: one })));
  expect(entry!.after).toMatchObject({ alarms: many.map(({ id }) => id) });
  expect(Buffer.byteLength(JSON.stringify(entry!.after))).toBeLessThan(auditJsonBytesMax);
});

test("filters alarms by device, sensor and severity, and refuses unknown devices and sensors", async () => {
  await using records = new TestRecords();
  const { plant, office } = await setUp(records);
  expect(await list(records)).toHaveLength(2);
  expect(await list(records, { device: office.deviceUuid })).toHaveLength(1);
  expect(await list(records, { sensor: plant.sensorUuid })).toHaveLength(1);
  expect(await list(records, { device: plant.deviceUuid, sensor: "temperature" })).toHaveLength(1);
  expect(await list(records, { device: plant.deviceUuid, sensor: "humidity" })).toEqual([]);
  expect(await list(records, { severity: "info" })).toEqual([]);
  const refusal = async (request: Partial<AlarmListRequest>) =>
    codeOf(await listAlarms(records, { limit: 1, ...request }));
  expect(await refusal({ device: "none" })).toBe("unknown_device");
  expect(await refusal({ sensor: "temperature" })).toBe("unknown_sensor");
  expect(await refusal({ device: office.deviceUuid, sensor: plant.sensorUuid })).toBe("unknown_sensor");
});

test("neither shows nor changes another account's alarm", async () => {
  await using records = new TestRecords();
  const { plant, office, within } = await setUp(records);
  const foreign = (await list(within(office.accountId)))[0]!;
  const writer = within(plant.accountId);
  expect(await findAlarm(writer, foreign.id)).toBeNull();
  expect(await change(writer, "acknowledge", foreign.id, "ada")).toBeNull();
  expect(await change(writer, "clear", foreign.id, "ada")).toBeNull();
  expect(records.asked).toEqual([]);
  expect(codeOf(await listAlarms(writer, { limit: 1, device: office.deviceUuid }))).toBe("unknown_device");
  expect(codeOf(await listAlarms(writer, { limit: 1, sensor: office.sensorUuid }))).toBe("unknown_sensor");
  expect(await findAlarm(within(office.accountId), foreign.id)).toEqual(foreign);
});

test("refuses a name that would spoil a table, and an unknown alarm", async () => {
  await using records = new TestRecords();
  const { id } = (await setUp(records).then(() => list(records)))[0]!;
  for (const by of ["", "a\nb", "x".repeat(201)]) {
    expect(codeOf(await changeAlarms(records, "acknowledge", [id], { name: by, userId: null }))).toBe(
      "bad_name",
    );
  }
  expect(await change(records, "clear", 999, "ada")).toBeNull();
  expect(records.asked).toEqual([]);
});
