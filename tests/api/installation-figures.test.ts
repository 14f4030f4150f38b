/** Figures of the whole installation are for its operator: on the machine, with the token, or as owner of all of it. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { weirJson } from "../cli/weir-command.ts";
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
