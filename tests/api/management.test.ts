import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { installWeir } from "../harness/install-weir.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { BrowserSession } from "./browser-session.ts";

setDefaultTimeout(60_000);

const weir = installWeir();
afterAll(() => weir[Symbol.asyncDispose]());
await weir.start();
const owner = await BrowserSession.setUp(weir);

async function post(device: string, token: string, value: number): Promise<number> {
  const response = await postReadings(
    weir.url,
    { uuid: device, token },
    { sensor: "temperature", data: { value } },
  );
  await response.text();
  return response.status;
}

async function createDevice(name: string): Promise<{ uuid: string; token: string; sensor: string }> {
  const body = { name, sensors: [{ slug: "temperature", unit: "°C" }] };
  const { status, json } = await owner.call("POST", "./devices", body);
  expect(status).toBe(201);
  return { uuid: json.uuid, token: json.token, sensor: json.sensors[0].uuid };
}

test("accepts the set-up link once", async () => {
  const secret = /\/setup#(\S+)/.exec(weir.logText)![1]!;
  const again = { secret, email: "eve@example.org", password: "another long password", name: "Eve" };
  expect((await new BrowserSession(weir.url).call("POST", "/setup", again)).status).toBeGreaterThanOrEqual(
    400,
  );
  expect((await owner.call("GET", "/setup")).json).toEqual({ needed: false });
});

test("creates the owner named in the environment at the very first start, without a set-up link", async () => {
  const env = { WEIR_OWNER_EMAIL: "grace@example.org", WEIR_OWNER_PASSWORD: "a compiler for everybody" };
  await using configured = installWeir(env);
  await configured.start();
  const grace = new BrowserSession(configured.url);
  const { status, json } = await grace.call("POST", "/session", {
    email: env.WEIR_OWNER_EMAIL,
    password: env.WEIR_OWNER_PASSWORD,
  });
  expect(status).toBe(201);
  expect(json.accounts).toMatchObject([{ role: "owner" }]);
  expect(configured.logText).not.toContain("/setup#");
});

test("stores, lists and streams a reading of a device that was created over the API", async () => {
  const { uuid, token, sensor } = await createDevice("Boiler");
  const stop = new AbortController();
  const live = await owner.open(`/live?devices=${uuid}`, stop.signal);
  expect(live.headers.get("content-type")).toBe("text/event-stream");
  let seen = "";
  void readInto(live, (text) => {
    seen += text;
  });
  expect(await post(uuid, token, 42.5)).toBe(202);
  await waitUntil("the value is seen live", () => seen.includes('"value":42.5'));
  stop.abort();
  const { json } = await owner.call("GET", `./devices/${uuid}/sensors/${sensor}/readings`);
  expect(json.items.map(({ value }: { value: number }) => value)).toEqual([42.5]);
});

test("refuses the old token at once after it is regenerated", async () => {
  const { uuid, token } = await createDevice("Kiln");
  expect(await post(uuid, token, 1)).toBe(202);
  const { status, json } = await owner.call("POST", `./devices/${uuid}/token/regenerate`, {});
  expect(status).toBeLessThan(300);
  expect(await post(uuid, token, 2)).toBe(401);
  expect(await post(uuid, json.token, 3)).toBe(202);
});

test("refuses callers who are not signed in, and pages of other sites", async () => {
  const stranger = new BrowserSession(weir.url);
  stranger.account = owner.account;
  expect((await stranger.call("GET", "./devices")).status).toBe(401);
  const foreign = { "sec-fetch-site": "cross-site" };
  expect((await owner.call("POST", "./devices", { name: "Forged", sensors: [] }, foreign)).status).toBe(403);
});

test("lets an API key do what its scopes allow, and nothing once it is revoked", async () => {
  const made = await owner.call("POST", "./api-keys", { name: "Reader", scopes: ["devices:read"] });
  expect(made.status).toBe(201);
  const program = new BrowserSession(weir.url);
  program.account = owner.account;
  const key = { authorization: `Bearer ${made.json.key}` };
  expect((await program.call("GET", "./devices", undefined, key)).status).toBe(200);
  const refused = await program.call("POST", "./devices", { name: "No", sensors: [] }, key);
  expect(refused).toMatchObject({ status: 403, json: { code: "scope_needed" } });
  const uuid = made.json.uuid ?? made.json.api_key.uuid;
  expect((await owner.call("DELETE", `./api-keys/${uuid}`)).status).toBe(204);
  expect((await program.call("GET", "./devices", undefined, key)).status).toBe(401);
});

test("records in the audit log who did what, without secrets", async () => {
  const { json } = await owner.call("GET", "./audit?limit=200");
  const actions = json.items.map(({ action }: { action: string }) => action);
  expect(actions).toContain("device.create");
  expect(JSON.stringify(json)).not.toMatch(/wdt_|wak_|correct horse/);
});

test("ends the session on signing out", async () => {
  const session = new BrowserSession(weir.url);
  const signedIn = { email: "ada@example.org", password: "correct horse battery staple" };
  expect((await session.call("POST", "/session", signedIn)).status).toBeLessThan(300);
  expect((await session.call("GET", "/session")).status).toBe(200);
  expect((await session.call("DELETE", "/session")).status).toBe(204);
  expect((await session.call("GET", "/session")).status).toBe(401);
});

async function readInto(response: Response, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const piece of response.body!) take(decoder.decode(piece, { stream: true }));
  } catch {
    // The test has seen enough and closed the connection.
  }
}
