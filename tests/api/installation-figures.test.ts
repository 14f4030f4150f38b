/**
 * Figures of the whole installation are for its operator: on the machine, with the token, or as the owner of all of it.
 */
import { Database } from "bun:sqlite";
import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { type LimitJson, limitNames } from "@weir/protocol/manage/limit-routes";
import { slowToRun } from "../../packages/server/src/manage/chains/work/test-heavy-chains.ts";
import { weirJson } from "../cli/weir-command.ts";
import { endpointPath } from "../harness/device-client.ts";
import { storedRowSql } from "../harness/stored-row-sql.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { serveOwnerHere } from "./serve-owner.ts";

setDefaultTimeout(60_000);

const token = "metrics-token-of-the-test";

// With the smallest share, readings of an expensive chain are parked.
const limits = { WEIR_PROCESSING_SHARE: "1", WEIR_DEVICES_PER_ACCOUNT: "3", WEIR_STORED_WAIT_S: "60" };
const { owner, weir } = await serveOwnerHere({ WEIR_METRICS_TOKEN: token, ...limits });

async function scrape(headers: Record<string, string>) {
  const response = await fetch(`${weir.url}/metrics`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test("serves metrics on the machine itself, but only with the token through a proxy on it", async () => {
  expect((await scrape({})).text).toContain("weir_accepted_readings_total");
  const forwarded = { "X-Forwarded-For": "127.0.0.1" };
  const refused = await scrape(forwarded);
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(refused.text).not.toContain("weir_");
  expect((await scrape({ host: "weir.example.org" })).status).toBe(401);
  expect((await scrape({ ...forwarded, authorization: "Bearer something-else-entirely" })).status).toBe(401);
  expect((await scrape({ authorization: "Bearer something-else-entirely" })).status).toBe(401);
  expect((await scrape({ ...forwarded, authorization: `Bearer ${token}` })).text).toContain("weir_devices");
});

test("names no account and no chain in metrics", async () => {
  const { text } = await scrape({});
  expect(text).toContain("weir_chain_entered_readings_total");
  expect(text).not.toMatch(/Plant|Default/);
});

test("shows the same counts in status, metrics and the system page", async () => {
  const device = await weir.createDevice(["t"]);
  const send = (data: readonly object[]) =>
    fetch(weir.url + endpointPath("batch", device.uuid), {
      method: "POST",
      headers: { authorization: `Bearer ${device.token}`, "content-type": "application/json" },
      body: JSON.stringify({ data }),
    });
  const readings = [1, 2, 3].map((value) => ({
    sensor_slug: "t",
    value,
    timestamp: `2026-06-15T11:00:0${value}Z`,
  }));
  expect((await send([...readings, { sensor_slug: "none", value: 1 }])).status).toBe(202);
  expect((await send(readings)).status).toBe(202);
  await weir.untilSettled();
  const status = () => weirJson(["status", "--json", "--data", weir.dataDir]);
  const counted = await status();
  expect(counted).toMatchObject({
    running: true,
    accepted: 3,
    duplicates: 3,
    rejected: { dropped_unknown_sensor: 1 },
    saved: 3,
    already_stored: 0,
    ended: 0,
    dead: 0,
    queue_bytes: 0,
    gap: 0,
  });
  const { totals } = (await owner.call("GET", "./system")).json;
  expect(counted).toMatchObject(totals);
  const { text } = await scrape({});
  expect(text).toContain("weir_accepted_readings_total 3\n");
  expect(text).toContain('weir_settled_readings_total{outcome="saved"} 3\n');
  expect(text).toContain("weir_unsettled_readings 0\n");
  expect(text).toContain('weir_readings_total{outcome="duplicate",reason=""} 3\n');
});

test("counts parked readings as unsettled, and lets answers under the stored contract wait for them", async () => {
  const chain = { format: "weir-chain", version: 1, name: "Slow", definition: slowToRun };
  const { json: imported } = await owner.call("POST", "./chains/import", { chain, publish: {} });
  const create = async (name: string, contract: string) => {
    const sensors = [{ slug: "t" }];
    return (await owner.call("POST", "./devices", { name, contract, sensors, chain: imported.chain.uuid }))
      .json;
  };
  const [busy, patient] = [await create("Busy", "queued"), await create("Patient", "stored")];
  const send = (device: typeof busy, endpoint: "single" | "bulk", data: unknown) =>
    fetch(weir.url + endpointPath(endpoint, device.uuid, device.sensors[0].uuid), {
      method: "POST",
      headers: { authorization: `Bearer ${device.token}`, "content-type": "application/json" },
      body: JSON.stringify({ data }),
    });
  // On a busy machine, a second may pass until all of the following is asked.
  const readings = 800;
  const startMs = Date.now() - 3_600_000;
  const data = Array.from({ length: readings }, (_, value) => ({
    value,
    timestamp: new Date(startMs + value).toISOString(),
  }));
  const id = (await send(busy, "bulk", data)).headers.get("x-request-id")!;
  using store = new Database(join(weir.dataDir, "weir.db"), { readonly: true });
  const parked = store.query<{ frames: number }, []>("SELECT count(*) AS frames FROM parked_frames");
  await waitUntil("readings are parked", () => parked.get()!.frames > 0);

  const stored = send(patient, "single", { value: 1 });
  const ofAccount = `{account="${owner.account}"}`;
  let text = "";
  await waitUntil("the processor has reported them", async () => {
    ({ text } = await scrape({}));
    return text.includes(`weir_parked_readings${ofAccount}`);
  });
  const value = (metric: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(metric))
        ?.split(" ")[1],
    );
  const unsettled = value("weir_unsettled_readings ");
  expect(unsettled).toBeGreaterThan(0);
  expect(value('weir_settled_readings_total{outcome="saved"}') + unsettled).toBe(
    value("weir_accepted_readings_total "),
  );
  expect(value(`weir_account_unsettled_readings${ofAccount}`)).toBeGreaterThan(0);
  expect(value(`weir_account_queue_bytes${ofAccount}`)).toBeGreaterThan(0);
  expect(value(`weir_parked_readings${ofAccount}`)).toBeGreaterThan(0);
  expect(value(`weir_parked_bytes${ofAccount}`)).toBeGreaterThan(0);
  const receipt = async () => (await owner.call("GET", `./requests/${id}`)).json.readings;
  const waiting = await receipt();
  expect(waiting.state).toBe("queued");
  expect(waiting.counts.queued + waiting.counts.saved).toBe(readings);
  expect(parked.get()!.frames).toBeGreaterThan(0);

  expect((await stored).status).toBe(201);
  const saved = `SELECT count(*) AS rows FROM ${storedRowSql} WHERE sensor_id = ?`;
  const sensorId = weir.sensorId(patient.sensors[0].uuid);
  expect(store.query(saved).get(sensorId)).toEqual({ rows: 1 });
  expect(await receipt()).toMatchObject({ state: "settled", counts: { queued: 0, saved: readings } });
});

test("shows operators which accounts are near a limit, on the system page and on the command line", async () => {
  const devices = { name: "devices", setting: "devices_per_account", max: 3, used: 3 };
  const { near_limits, queue } = (await owner.call("GET", "./system")).json;
  expect(near_limits).toContainEqual({
    account: { uuid: owner.account, name: "Default" },
    limit: { ...devices, shared: false, past: "refused" },
  });
  expect(queue).toMatchObject({ parked_bytes: 0, parked_bytes_max: 1024 ** 3 });
  const limits = (...args: string[]) =>
    weirJson<LimitJson[]>(["account", "limits", ...args, "--json", "--data", weir.dataDir]);
  const shown = await limits("Default");
  expect(shown.map(({ name }) => name)).toEqual([...limitNames]);
  // The limit of the server, which this command does not know.
  expect(shown).toContainEqual(expect.objectContaining({ ...devices, account: "Default" }));
  expect(shown.filter(({ used }) => used === null)).toEqual([
    expect.objectContaining({ name: "stored_readings", max: null }),
  ]);
  expect(shown.slice(-3)).toMatchObject(Array(3).fill({ account: null, shared: true }));
  expect(await limits("--near")).toContainEqual(expect.objectContaining(devices));
});

test("tells the operator while messages cannot be delivered: in status, in metrics and on the system page", async () => {
  using store = new Database(join(weir.dataDir, "weir.db"));
  // The server may be writing at the same moment.
  store.run("PRAGMA busy_timeout = 10000");
  store.run(
    `CREATE TRIGGER broken BEFORE UPDATE ON outbox WHEN new.claimed_by IS NOT NULL BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  );
  store.run(`INSERT INTO outbox (key, account_id, sensor_id, chain_id, node_id, destination, message, created_ms, due_ms, state, settled_ms)
    VALUES ('m', 1, 1, 1, 'n', 'mail', '{"kind":"mail","to":["a@example.org"],"subject":"S","text":"T"}', 0, 0, 'dead', ${Date.now()})`);
  const { id } = store.query<{ id: number }, []>("SELECT id FROM outbox WHERE key = 'm'").get()!;
  expect((await owner.call("POST", "./outbox/retry", { ids: [id] })).status).toBe(200);
  const notices = async () => (await owner.call("GET", "./system")).json.notices;
  const status = () => weirJson<{ notices?: unknown[] }>(["status", "--json", "--data", weir.dataDir]);
  await waitUntil("it is noticed", async () => (await notices()).length > 0);
  const [notice] = await notices();
  expect(notice).toMatchObject({
    kind: "work_failing",
    serious: true,
    title: "Messages are not being delivered",
    text: expect.stringContaining("broken"),
  });
  expect((await status()).notices).toMatchObject([{ kind: "work_failing", title: notice.title }]);
  expect((await scrape({})).text).toContain('weir_failing_work{work="delivery"} 1\n');
  store.run("DROP TRIGGER broken");
  await waitUntil("it is over", async () => (await notices()).length === 0);
  expect((await scrape({})).text).toContain('weir_failing_work{work="delivery"} 0\n');
  expect((await status()).notices).toBeUndefined();
});

test("shows an owner the server's figures until another person has an account on it", async () => {
  const seen = async () => [
    (await owner.call("GET", "./system")).status,
    (await owner.call("GET", "/session")).json.user.owns_installation,
  ];
  expect(await seen()).toEqual([200, true]);
  const args = ["account", "create", "Another tenant", "--owner", "eve@example.org", "--json"];
  await weirJson([...args, "--data", weir.dataDir]);
  expect(await seen()).toEqual([403, false]);
  const { json } = await owner.call("GET", "./system");
  expect(json.code).toBe("operator_needed");
});
