/** A sample comes about as real devices do. Removing it leaves nothing of it in any table, and everything that people made. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { fileTables, postgresTables, type TableReader } from "../harness/account-rows.ts";
import { postReadings } from "../harness/post-readings.ts";
import { startTestWeir, type TestWeir } from "../harness/test-weir.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { BrowserSession } from "./browser-session.ts";
import { fileWriter, postgresWriter } from "./fill-by-hand.ts";

setDefaultTimeout(240_000);

const password = "correct horse battery staple";
/** Tables in which a sample stays, and why. */
const outlasting: Readonly<Record<string, string>> = {
  "control.audit_log": "what was done stays",
  "store.receipts": "numbers of requests and fates, packed for many accounts; they expire",
};

let weir: TestWeir;
let reader: TableReader;
let owner: BrowserSession;

beforeAll(async () => {
  weir = await startTestWeir({ owner_email: "ada@example.org" }, { WEIR_OWNER_PASSWORD: password });
  reader = "sql" in weir ? postgresTables(weir.sql as Bun.SQL) : fileTables(weir.dataDir!);
  owner = new BrowserSession(() => weir.manageUrl);
  await owner.call("POST", "/session", { email: "ada@example.org", password });
  await owner.call("POST", "/session/proof", { password });
  owner.account = (await owner.call("POST", "/accounts", { name: "Plant" })).json.uuid;
});
afterAll(async () => {
  reader.close();
  await weir[Symbol.asyncDispose]();
});

type Ids = ReadonlyMap<string, ReadonlySet<number>>;

async function idsOfAll(): Promise<Ids> {
  const ids = new Map<string, Set<number>>();
  for (const [table, columns] of await reader.tables())
    if (columns.includes("id"))
      ids.set(table, new Set((await reader.rows(table, ["id"])).map(({ id }) => id as number)));
  return ids;
}

function without(ids: Ids, others: Ids): Ids {
  return new Map([...ids].map(([table, own]) => [table, own.difference(others.get(table) ?? new Set())]));
}

const owners: Readonly<Record<string, string>> = {
  device_id: "control.devices",
  sensor_id: "control.sensors",
  chain_id: "control.chains",
  board_id: "control.boards",
  template_id: "control.device_templates",
  group_id: "control.device_groups",
  rule_id: "control.alert_rules",
  alarm_id: "store.alarms",
};

/** The tables with rows that are of the sample or refer to something of it, and how many. */
async function rowsOf(sample: Ids): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [table, columns] of await reader.tables()) {
    // The store may give the id of a deleted row again.
    const known = columns.filter(
      (column) => (column === "id" && table.startsWith("control.")) || column in owners,
    );
    if (known.length === 0) continue;
    const rows = await reader.rows(table, known);
    const isOf = (column: string, value: unknown) =>
      sample.get(column === "id" ? table : owners[column]!)?.has(value as number) ?? false;
    // Both kinds of rules have this column.
    const isRelevant = (column: string) => column !== "rule_id" || !table.includes("notification");
    const own = rows.filter((row) => known.some((column) => isRelevant(column) && isOf(column, row[column])));
    if (own.length > 0) found[table] = own.length;
  }
  return found;
}

/** The tables with a text that names one of these UUIDs. */
async function tablesNaming(uuids: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [table, columns] of await reader.tables()) {
    const rows = await reader.rows(table, columns);
    const text = JSON.stringify(rows, (_, value) => (value instanceof Uint8Array ? null : value));
    if (uuids.some((uuid) => text.includes(uuid))) found.push(table);
  }
  return found.toSorted();
}

const list = async (path: string) => (await owner.call("GET", path)).json.items as ListedItem[];
/** What the test reads of the items of several lists. */
interface ListedItem {
  readonly uuid: string;
  readonly name: string;
  readonly value: number;
  readonly action: string;
}

const state = async () => (await owner.call("GET", "./sample-data")).json.state as string;

/** What of the sample can only come about by chance or by time. */
async function fillByHand(deviceId: number, sensorId: number, chainId: number): Promise<void> {
  const writer = "sql" in weir ? postgresWriter(weir.sql as Bun.SQL) : fileWriter(weir.dataDir!);
  const [{ id: account_id }] = (await reader.rows("control.accounts", ["id"])).slice(-1) as [{ id: number }];
  const isPostgres = "sql" in weir;
  const ofChain = { chain_id: chainId, node_id: "save" };
  await writer.insert("store.dead_letters", {
    ...(isPostgres ? { partition: await partitionOf(deviceId), id: 900_000 } : {}),
    reason: "failed",
    device_id: deviceId,
    sensor_id: sensorId,
    account_id,
    died_ms: 1,
  });
  await writer.insert("store.node_errors", { ...ofChain, sensor_id: sensorId, happened_ms: 1, reason: "x" });
}

async function partitionOf(deviceId: number): Promise<number> {
  const rows = await reader.rows("store.connections", ["device_id", "partition"]);
  return rows.find(({ device_id }) => device_id === deviceId)!.partition as number;
}

test("sends as real devices do, and leaves nothing behind when it is removed while it sends", async () => {
  const channel = { name: "Ops", target: { kind: "slack", url: "http://127.0.0.1:9/services/x" } };
  const { uuid: told } = (await owner.call("POST", "./channels", channel)).json;
  await owner.call("POST", "./notification-rules", {
    name: "All",
    min_severity: "info",
    channels: [told],
  });
  const pump = (await owner.call("POST", "./devices", { name: "Pump", sensors: [{ slug: "flow" }] })).json;
  await postReadings(weir.url, pump, { data: [{ sensor_slug: "flow", value: 3 }] });
  await weir.settle();
  const before = await idsOfAll();

  expect((await owner.call("POST", "./sample-data")).status).toBe(201);
  await waitUntil("the sample sends", async () => (await state()) === "sending", 120_000);
  await weir.settle();
  const sample = without(await idsOfAll(), before);
  const deviceIds = [...sample.get("control.devices")!];
  expect(deviceIds).toHaveLength(14);

  // Activity, clocks, quarantine, alarms and chains come about as with real devices.
  const named = new Map((await list("./devices?tag=sample")).map((device) => [device.name, device]));
  await waitUntil("the freezer is too warm", async () =>
    (await list("./alarms?state=active")).some(({ name }) => name.startsWith("Freezer too warm")),
  );
  await waitUntil("a wrong slug is in quarantine", async () => (await list("./quarantine")).length > 0);
  expect((await list("./quarantine"))[0]).toMatchObject({ reason: "dropped_unknown_sensor" });
  const dock = named.get("Loading dock (sample)")!;
  await waitUntil("the clock is known to be fast", async () => {
    const { clock_offset_ms } = (await owner.call("GET", `./devices/${dock.uuid}`)).json.clock ?? {};
    return clock_offset_ms === undefined || clock_offset_ms > 0;
  });
  const truck = named.get("Truck 7 (sample)")!;
  const sensor = `./devices/${truck.uuid}/sensors/temperature/readings`;
  await waitUntil("the chain has made °C of °F", async () => {
    const [last] = await list(`${sensor}?limit=1`);
    return last !== undefined && last.value < 20;
  });
  await waitUntil(
    "messages are in the outbox",
    async () => (await rowsOf(sample))["store.outbox"] !== undefined,
  );

  // People use parts of the sample.
  const mine = { name: "Mine", group: "Cold store (sample)", template: "Freezer (sample)" };
  const { uuid: ownDevice } = (await owner.call("POST", "./devices", mine)).json;
  const tile = {
    id: "a",
    kind: "value",
    title: "Freezer",
    place: { x: 0, y: 0, width: 4, height: 3 },
    settings: { source: { device: named.get("Freezer 1 (sample)")!.uuid, sensor: "temperature" } },
  };
  const board = (await owner.call("POST", "./boards", { name: "Ours", definition: { tiles: [tile] } })).json;
  expect(board.uuid).toBeString();

  const [sensorId] = [...sample.get("control.sensors")!];
  await fillByHand(deviceIds[0]!, sensorId!, [...sample.get("control.chains")!][0]!);
  const filled = Object.keys(await rowsOf(sample));
  for (const table of [
    ..."alarms battery_levels connections dead_letters node_counts node_errors outbox".split(" "),
    ..."quarantine requests sensor_statistics".split(" "),
  ])
    expect(filled).toContain(`store.${table}`);
  const uuids = await uuidsOf(sample);

  // Requests of the sample are under way while it is removed.
  weir.clock.advanceMs(60_000);
  await Bun.sleep(0);
  expect((await owner.call("DELETE", "./sample-data")).status).toBe(204);
  expect(await list("./devices?tag=sample")).toEqual([]);
  await waitUntil("all of it is deleted", async () => (await state()) === "none", 120_000);
  await weir.settle();

  const left = Object.keys(await rowsOf(sample)).filter((table) => !(table in outlasting));
  expect(left).toEqual([]);
  expect(await tablesNaming(uuids)).toEqual(["control.audit_log", "control.board_versions"]);
  const devices = await list("./devices");
  expect(devices.map(({ name }) => name).toSorted()).toEqual(["Mine", "Pump"]);
  const { group, template } = (await owner.call("GET", `./devices/${ownDevice}`)).json;
  expect([group, template]).toEqual([null, null]);
  expect(await list(`./devices/${pump.uuid}/sensors/flow/readings`)).toHaveLength(1);
  expect((await owner.call("GET", `./boards/${board.uuid}`)).json.definition.tiles).toHaveLength(1);
  expect(await weir.counts()).toMatchObject({ gap: 0 });
  const actions = (await list("./audit?limit=50")).map(({ action }) => action);
  expect(actions).toContain("sample-data.load");
  expect(actions).toContain("sample-data.remove");
});

async function uuidsOf(sample: Ids): Promise<string[]> {
  const uuids: string[] = [];
  for (const table of "devices sensors chains boards device_templates saved_charts alert_rules".split(" ")) {
    const own = sample.get(`control.${table}`)!;
    for (const { id, uuid } of await reader.rows(`control.${table}`, ["id", "uuid"]))
      if (own.has(id as number)) uuids.push(uuid as string);
  }
  return uuids;
}
