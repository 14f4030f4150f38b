/** Figures of the whole installation are for its operator: on the machine, with the token, or as owner of all of it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { weirJson } from "../cli/weir-command.ts";
import { endpointPath } from "../harness/device-client.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { BrowserSession } from "./browser-session.ts";

setDefaultTimeout(60_000);

const token = "metrics-token-of-the-test";
let weir: WeirInstallation;
let owner: BrowserSession;

beforeAll(async () => {
  weir = new WeirInstallation({ env: { WEIR_METRICS_TOKEN: token } });
  await weir.start();
  owner = await BrowserSession.setUp(weir);
});
afterAll(() => weir[Symbol.asyncDispose]());

async function scrape(headers: Record<string, string>) {
  const response = await fetch(`${weir.url}/metrics`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test("metrics are read on the machine itself, but not through a proxy on it, unless the token is sent", async () => {
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

test("metrics name no account and no chain", async () => {
  const { text } = await scrape({});
  expect(text).toContain("weir_chain_entered_readings_total");
  expect(text).not.toMatch(/Plant|Default/);
});

test("status, metrics and the system page show the same counts", async () => {
  const device = await weir.createDevice(["t"]);
  const send = (data: readonly object[]) =>
    fetch(weir.url + endpointPath("batch", device.uuid), {
      method: "POST",
      headers: { authorization: `Bearer ${device.token}`, "content-type": "application/json" },
      body: JSON.stringify({ data }),
    });
  const readings = [1, 2, 3].map((value) => ({
    ...{ sensor_slug: "t", value, timestamp: `2026-06-15T11:00:0${value}Z` },
  }));
  expect((await send([...readings, { sensor_slug: "none", value: 1 }])).status).toBe(202);
  expect((await send(readings)).status).toBe(202);
  await weir.untilSettled();
  const status = () => weirJson(["status", "--json", "--data", weir.dataDir]);
  const counted = await status();
  expect(counted).toMatchObject({
    ...{ running: true, accepted: 3, duplicates: 3, rejected: { dropped_unknown_sensor: 1 }, saved: 3 },
    ...{ already_stored: 0, ended: 0, dead: 0, queue_bytes: 0, gap: 0 },
  });
  const { totals } = (await owner.call("GET", "./system")).json;
  expect(counted).toMatchObject(totals);
  const { text } = await scrape({});
  expect(text).toContain("weir_accepted_readings_total 3\n");
  expect(text).toContain('weir_settled_readings_total{outcome="saved"} 3\n');
  expect(text).toContain("weir_unsettled_readings 0\n");
  expect(text).toContain('weir_readings_total{outcome="duplicate",reason=""} 3\n');
});

test("an owner sees the server's figures until somebody else has an account on it", async () => {
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
