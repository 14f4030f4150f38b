import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { join } from "node:path";
import { onlyPartition, startOf } from "../../packages/server/src/queue/position.ts";
import { readLogTotals } from "../../packages/server/src/queue/sqlite-log/read-log-totals.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { holdStore } from "../harness/hold-store.ts";
import type { InstalledDevice } from "../harness/installed-data.ts";
import { postReadings, type Sender } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { WeirInstallation } from "../harness/weir-installation.ts";
import { type SeenInstallation, seeInstallation } from "./seen-installation.ts";

const node = (id: string, type: string, config: object = {}) => ({
  id,
  type,
  config,
  version: 1,
  name: id,
  position: { x: 0, y: 0 },
});
const wire = (from: string, output: string, to: string) => ({ from, output, to });

/** Three readings above 10 in a row raise an alarm and send a webhook that nobody answers. A reading of 666 fails. */
const chainDefinition = (webhookUrl: string) => ({
  nodes: [
    node("input", "input"),
    node("limit", "compare", { operator: "==", value: 666 }),
    node("missing", "save", { sensor: "missing" }),
    node("save", "save"),
    node("warm", "consecutive-threshold", { operator: ">", value: 10, count: 3 }),
    node("raise", "raise-alarm", { name: "warm", severity: "critical", message: "{{value}}" }),
    node("notify", "webhook", { url: webhookUrl }),
  ],
  wires: [
    wire("input", "out", "limit"),
    wire("limit", "true", "missing"),
    wire("limit", "false", "save"),
    wire("limit", "false", "warm"),
    wire("warm", "reached", "raise"),
    wire("warm", "reached", "notify"),
  ],
});

/** A device of the first account. */
export interface FilledDevice extends Sender {
  /** UUIDs by slug. */
  readonly sensors: Readonly<Record<string, string>>;
}

export interface FilledInstallation {
  readonly account: string;
  /** The cookie of the owner's session. */
  readonly cookie: string;
  readonly apiKey: string;
  /** A device whose sensor `a` goes through the chain. */
  readonly freezer: FilledDevice;
  /** A device whose sensors `b` and `c` have blocks of readings. */
  readonly meter: FilledDevice;
  /** A device of the second account. */
  readonly other: InstalledDevice;
  /** An accepted reading of `a` with its own time. */
  readonly known: { readonly value: number; readonly timestamp: string };
  /** A reading of `c` that was accepted, but not processed when the server was killed. */
  readonly waitingValue: number;
  /** What the API showed before the server was killed. */
  readonly seen: SeenInstallation;
}

/** Fills an installation through its API with some of everything, and kills it while a reading is in the queue. */
export async function fillInstallation(weir: WeirInstallation): Promise<FilledInstallation> {
  const server = await weir.start();
  const owner = await BrowserSession.setUp(weir);
  const done = async (method: string, path: string, body?: unknown) => {
    const { status, json } = await owner.call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  const createDevice = async (settings: object): Promise<FilledDevice> => {
    const { uuid, token, sensors } = await done("POST", "./devices", settings);
    const uuids = (sensors as { slug: string; uuid: string }[]).map(({ slug, uuid }) => [slug, uuid]);
    return { uuid, token, sensors: Object.fromEntries(uuids) };
  };
  await done("PUT", "./secrets/partner", { value: "s3cret" });
  await done("POST", "./device-groups", { name: "Cellar" });
  await done("POST", "./sensor-types", { name: "Temperature", unit: "°C" });
  const overview = await done("POST", "./boards", { name: "Overview" });
  await done("PATCH", `./boards/${overview.uuid}`, { name: "Plant" });
  await done("POST", `./boards/${overview.uuid}/share-links`, { expires_in_days: 7 });
  await done("POST", `./boards/${overview.uuid}/duplicate`, { name: "Mine", owner: "person" });
  await done("POST", "./alert-rules", {
    name: "Too hot",
    severity: "critical",
    text: "{{value}}",
    target: { kind: "type", type: "Temperature" },
    condition: { kind: "above", limit: 1000 },
  });
  const probe = await done("POST", "./templates", {
    name: "Probe",
    board: overview.uuid,
    sensors: [{ slug: "c" }],
  });
  const { uuid: provisioning_key } = await done("POST", "./provisioning-keys", {
    name: "Shop",
    template: probe.uuid,
    admission: "claim",
  });
  const codes = await done("POST", "./claim-codes", { provisioning_key, hardware_ids: ["SN-1", "SN-2"] });
  await done("POST", "./claims", { code: codes.items[0].code });
  const ops = await done("POST", "./channels", {
    name: "Ops",
    target: { kind: "slack", url: "http://127.0.0.1:9/services/x" },
  });
  await done("POST", "./channels", {
    name: "Mine",
    owner: "person",
    target: { kind: "mail", address: "ada@example.org" },
  });
  await done("POST", "./notification-rules", {
    name: "Grave",
    min_severity: "critical",
    channels: [ops.uuid],
  });
  await done("POST", "./invitations", { email: "grace@example.org", role: "viewer" });
  const { key: apiKey } = await done("POST", "./api-keys", {
    name: "Reports",
    scopes: ["account:read", "readings:read", "operations:read"],
  });
  const definition = chainDefinition("http://127.0.0.1:9/hook");
  const chain = await done("POST", "./chains", { name: "Warm", definition });
  await done("POST", `./chains/${chain.uuid}/publish`, {});
  const meter = await createDevice({ name: "Meter", template: "Probe", sensors: [{ slug: "b" }] });
  // The ids of its alarms and dead letters do not contain its partition.
  const freezer = await createDevice({
    tags: ["cold"],
    attributes: { floor: 3, site: "Berlin" },
    location: { latitude: 52.5, longitude: 13.4 },
    name: "Freezer",
    group: "Cellar",
    sensors: [{ slug: "a" }],
    chain: chain.uuid,
    quarantine: true,
  });
  const sensors = [{ device: meter.uuid, sensor: "b" }];
  await done("POST", "./device-filters", { name: "Meters", parameters: { q: "meter" } });
  await done("POST", "./charts", { name: "Meters", definition: { sensors } });
  await done("POST", `./devices/${meter.uuid}/annotations`, { at: "2026-01-01", sensor: "b", text: "Moved" });
  const other = await weir.createDevice(["x", "y"], "Other account");
  const send = async (sender: Sender, data: unknown, sensor?: string, status = 202) => {
    const body = { data, battery_voltage: 3.3, ...(sensor === undefined ? {} : { sensor }) };
    expect((await postReadings(weir.url, sender, body)).status).toBe(status);
  };
  const bulk = (values: (minute: number) => number) =>
    Array.from({ length: 700 }, (_, nth) => {
      const minute = nth - 600;
      return { value: values(minute), timestamp: new Date(monthStartMs() + minute * 60_000).toISOString() };
    });
  // Blocks with readings of two months.
  await send(
    meter,
    bulk((minute) => minute / 10),
    "b",
  );
  await send(
    meter,
    bulk((minute) => Math.sin(minute)),
    "c",
  );
  const known = { value: 12.5, timestamp: new Date(Date.now() - 60_000).toISOString() };
  await send(freezer, [{ sensor_slug: "a", value: 1, metadata: { note: "naïve\u0000", deep: [1, null] } }]);
  await send(freezer, [{ sensor_slug: "a", value: 666 }]);
  for (let time = 0; time < 3; time++) await send(freezer, [{ sensor_slug: "a", ...known }]);
  await send(freezer, [{ sensor_slug: "a", value: 13 }]);
  await send(freezer, [{ sensor_slug: "a", value: 14 }]);
  await send(freezer, [{ sensor_slug: "a", value: "no number" }], undefined, 422);
  await send(freezer, [
    { sensor_slug: "a", value: 2 },
    { sensor_slug: "flow", value: 1 },
  ]);
  await weir.untilSettled();
  const alarms = (await done("GET", "./alarms")).items as { id: number }[];
  await done("POST", `./alarms/${alarms[0]!.id}/comments`, { text: "Seen" });
  await done("POST", "./alarms/clear", { ids: alarms.map(({ id }) => id) });
  // Two of the three readings that raise the next alarm, so that the state of the node matters.
  for (const value of [0, 20, 21]) await send(freezer, [{ sensor_slug: "a", value }]);
  await send(other, [{ sensor_slug: "x", value: 1 }]);
  await weir.untilSettled();
  // They are written up to a second after they were counted, and a killed server loses those that are not.
  await waitUntil("duplicates and rejected readings are written", () => {
    const { counters } = readLogTotals(weir.dataDir, startOf(onlyPartition));
    return counters.duplicates === 2 && Object.keys(counters).length > 1;
  });
  const ways = { account: owner.account, cookie: owner.cookie, apiKey, freezer, meter, other, known };
  const seen = await seeInstallation(weir.url, ways);
  const waitingValue = 5;
  using _held = holdStore(weir.dataDir);
  await send(meter, { value: waitingValue }, "c");
  await server.killAll();
  return { ...ways, waitingValue, seen };
}

/** A time in the previous month, so that nothing around it is in the future. */
function monthStartMs(): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1);
}

/** Adds rows as a large fleet leaves them. In the second part, all sensors but the last are filed already. */
export function stageReadings(dataDir: string, sensorIds: readonly [number, number]): void {
  using store = new Database(join(dataDir, "weir.db"), { readwrite: true });
  const atUs = Date.now() * 1000;
  store.run("INSERT INTO staged_parts VALUES (1, ?1, ?1, -1), (2, ?2, ?2, ?3)", [
    atUs,
    atUs + 1,
    sensorIds[1],
  ]);
  const insert = store.query("INSERT INTO staged_readings VALUES (?, ?, ?, ?, ?, ?, ?)");
  const beyondDoubles = 9_007_199_254_740_993n;
  for (const sensor of sensorIds) insert.run(1, sensor, atUs, sensor + 0.5, atUs, beyondDoubles, null);
  for (const sensor of sensorIds)
    insert.run(2, sensor, atUs + 1, sensor + 0.25, atUs, null, '{"staged":true}');
}
