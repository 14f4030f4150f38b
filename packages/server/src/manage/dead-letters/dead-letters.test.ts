import { afterAll, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { withinAccount } from "../../control/control.ts";
import { line, testNode } from "../chains/test-chains.ts";
import type { RecordReader } from "../core/records/record-access.ts";
import type { RecordFilter } from "../core/records/record-filter.ts";
import { addSensor, removeSensor } from "../sensors/sensors.ts";
import { closeTestControls, codeOf, unwrap } from "../test-control.ts";
import { type Tenant, TestRecords } from "../test-records.ts";
import { discardDeadLetters, findDeadLetter, listDeadLetters, replayDeadLetters } from "./dead-letters.ts";

afterAll(closeTestControls);

/** Fails until the device has a sensor `missing`. */
const failing: ChainDefinition = line(testNode("save", "save", { sensor: "missing" }));

async function setUp(records: TestRecords) {
  const plant = await records.addTenant("Plant", failing);
  const office = await records.addTenant("Office", failing);
  await records.process(plant.sensorId, 1, 2, 3);
  await records.process(office.sensorId, 9);
  const { queries, ask } = records;
  const within = ({ accountId }: Tenant) => ({
    queries,
    ask,
    control: withinAccount(records.control, accountId),
  });
  return { plant, office, within };
}

const list = async (reader: RecordReader, filter: RecordFilter = {}) =>
  unwrap(await listDeadLetters(reader, { limit: 100, ...filter }));
const valuesOf = async (reader: RecordReader, filter: RecordFilter = {}) =>
  (await list(reader, filter)).map(({ value }) => value);
const mend = async (records: TestRecords, { deviceUuid }: Tenant) =>
  unwrap(await addSensor(records.control, deviceUuid, { slug: "missing" }));

test("lists a dead letter with its node, its reason and the node's input", async () => {
  await using records = new TestRecords();
  const { plant, within } = await setUp(records);
  const [newest] = await list(within(plant));
  expect(newest).toMatchObject({
    reason: 'The device has no sensor "missing".',
    nodeId: "save",
    value: 3,
    chainVersion: 1,
    nodeInput: '{"value":3,"metadata":""}',
    origin: { device: { uuid: plant.deviceUuid }, sensor: { slug: "temperature" }, chain: { name: "Own" } },
  });
  expect(await findDeadLetter(within(plant), newest!.id)).toEqual(newest!);
});

test("selects letters by device, sensor, chain and node", async () => {
  await using records = new TestRecords();
  const { plant, office } = await setUp(records);
  expect(await valuesOf(records)).toEqual([9, 3, 2, 1]);
  expect(await valuesOf(records, { device: plant.deviceUuid })).toEqual([3, 2, 1]);
  expect(await valuesOf(records, { sensor: office.sensorUuid })).toEqual([9]);
  expect(await valuesOf(records, { chain: office.chain.uuid })).toEqual([9]);
  expect(await valuesOf(records, { chain: plant.chain.uuid, node: "save" })).toEqual([3, 2, 1]);
  expect(await valuesOf(records, { node: "other" })).toEqual([]);
  const ambiguous = await listDeadLetters(records, { limit: 1, chain: "Own" });
  expect(codeOf(ambiguous)).toBe("ambiguous_chain");
});

test("continues a list where it ended", async () => {
  await using records = new TestRecords();
  const { plant, within } = await setUp(records);
  const first = unwrap(await listDeadLetters(within(plant), { limit: 2 }));
  const rest = unwrap(await listDeadLetters(within(plant), { limit: 2, beforeId: first.at(-1)!.id }));
  expect([...first, ...rest].map(({ value }) => value)).toEqual([3, 2, 1]);
});

test("replays all dead letters after the fix, oldest first, and leaves those of others", async () => {
  await using records = new TestRecords();
  const { plant, office, within } = await setUp(records);
  await mend(records, plant);
  await mend(records, office);
  const replayed = unwrap(await replayDeadLetters(within(plant), { all: {} }));
  expect(replayed).toMatchObject({ replayed: 3, saved: 3, ended: 0, dead: 0, skipped: 0, unknownIds: [] });
  expect(await valuesOf(records)).toEqual([9]);
  expect(records.scene.store.progress()).toMatchObject({ saved: 3, dead: 1 });
});

test("keeps a letter that fails again as a new one, and counts it as dead once", async () => {
  await using records = new TestRecords();
  const { plant, within } = await setUp(records);
  const before = await list(within(plant));
  const replayed = unwrap(await replayDeadLetters(within(plant), { all: {} }));
  expect(replayed).toMatchObject({ replayed: 3, saved: 0, dead: 3 });
  const after = await list(within(plant));
  expect(after.map(({ value }) => value)).toEqual([3, 2, 1]);
  expect(after.at(-1)!.id).toBeGreaterThan(before[0]!.id);
  expect(records.scene.store.progress()).toMatchObject({ saved: 0, dead: 4 });
});

test("stops when time is up, and continues later without letters that failed again meanwhile", async () => {
  await using records = new TestRecords();
  const { plant, within } = await setUp(records);
  const pace = { lettersPerRequest: 2, isTimeUp: () => true };
  const first = unwrap(await replayDeadLetters(within(plant), { all: {} }, pace));
  expect(first).toMatchObject({ replayed: 2, dead: 2, remaining: 1 });
  const { upToId } = first;
  const rest = unwrap(await replayDeadLetters(within(plant), { all: {}, upToId: upToId! }, pace));
  expect(rest).toMatchObject({ replayed: 1, dead: 1, remaining: 0 });
  expect(unwrap(await discardDeadLetters(within(plant), { all: {}, upToId: upToId! })).discarded).toBe(0);
  expect(await valuesOf(within(plant))).toEqual([3, 2, 1]);
});

test("replays and discards letters one by one, or by sensor", async () => {
  await using records = new TestRecords();
  const { plant, office, within } = await setUp(records);
  await mend(records, plant);
  const [third, second, first] = (await list(within(plant))).map(({ id }) => id) as [number, number, number];
  expect(unwrap(await replayDeadLetters(within(plant), { ids: [second, 999, second] }))).toMatchObject({
    replayed: 1,
    saved: 1,
    unknownIds: [999],
  });
  expect(unwrap(await discardDeadLetters(within(plant), { ids: [first] }))).toMatchObject({
    discarded: 1,
    unknownIds: [],
    remaining: 0,
  });
  expect((await list(within(plant))).map(({ id }) => id)).toEqual([third]);
  unwrap(await discardDeadLetters(records, { all: { sensor: office.sensorUuid } }));
  expect(await valuesOf(records)).toEqual([3]);
});

test("neither shows, replays nor discards letters of another account", async () => {
  await using records = new TestRecords();
  const { plant, office, within } = await setUp(records);
  const foreign = (await list(within(office)))[0]!;
  const writer = within(plant);
  expect(await findDeadLetter(writer, foreign.id)).toBeNull();
  expect(unwrap(await replayDeadLetters(writer, { ids: [foreign.id] })).unknownIds).toEqual([foreign.id]);
  expect(unwrap(await discardDeadLetters(writer, { ids: [foreign.id] })).unknownIds).toEqual([foreign.id]);
  for (const all of [
    { sensor: office.sensorUuid },
    { device: office.deviceUuid },
    { chain: office.chain.uuid },
  ]) {
    expect(codeOf(await discardDeadLetters(writer, { all }))).toStartWith("unknown_");
  }
  expect(records.asked).toEqual([]);
  unwrap(await discardDeadLetters(writer, { all: {} }));
  expect(await valuesOf(records)).toEqual([9]);
});

test("keeps letters of removed sensors and reports them as skipped", async () => {
  await using records = new TestRecords();
  const { plant, within } = await setUp(records);
  unwrap(await removeSensor(records.control, { device: plant.deviceUuid, sensor: plant.sensorUuid }));
  expect(unwrap(await replayDeadLetters(within(plant), { all: {} }))).toMatchObject({
    replayed: 0,
    skipped: 3,
  });
  const [letter] = await list(within(plant));
  expect(letter!.origin).toMatchObject({ sensor: null, device: { uuid: plant.deviceUuid } });
});

test("shows unreadable entries, which belong to no account, only to the operator", async () => {
  await using records = new TestRecords();
  const { plant, within } = await setUp(records);
  records.scene.appendRaw(new Uint8Array([1, 2, 3]), 5);
  await records.process(plant.sensorId, 4);
  const unreadable = (await list(records)).find(({ raw }) => raw !== null)!;
  expect(unreadable.origin).toEqual({
    account: null,
    device: null,
    sensor: null,
    chain: null,
    nodeName: null,
  });
  expect(await findDeadLetter(within(plant), unreadable.id)).toBeNull();
  expect(unwrap(await replayDeadLetters(records, { ids: [unreadable.id] }))).toMatchObject({ skipped: 1 });
  expect(unwrap(await discardDeadLetters(records, { ids: [unreadable.id] }))).toMatchObject({ discarded: 1 });
});

test("replays very many letters a few thousand at a time, each once", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", failing);
  const count = 6000;
  await records.process(plant.sensorId, ...Array.from({ length: count }, (_, n) => n));
  await mend(records, plant);
  expect(unwrap(await replayDeadLetters(records, { all: {} }))).toMatchObject({
    replayed: count,
    saved: count,
  });
  expect(records.asked.length).toBeGreaterThan(1);
  expect(await list(records)).toEqual([]);
});
