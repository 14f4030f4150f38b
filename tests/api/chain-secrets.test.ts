/** Only people who may change chains see the secrets in headers and URLs of webhooks, wherever chains leave traces. */
import { Database } from "bun:sqlite";
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { scopes } from "@weir/protocol/manage/access";
import { plainEnvironment } from "../cli/weir-command.ts";
import type { InstalledDevice } from "../harness/installed-data.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { BrowserSession } from "./browser-session.ts";
import { LiveSocket } from "./live-socket.ts";
import { readEveryRoute } from "./read-every-route.ts";
import { serveAccountHere } from "./serve-owner.ts";

setDefaultTimeout(60_000);

const inHeader = "Kx7header9Qw";
const inUrl = "Zt4address2Lm";
const password = "a long walk by the river";

let viewer: BrowserSession;
let narrow: string;
let wide: string;
let device: InstalledDevice;
let params: Record<string, string>;

const { owner, weir } = await serveAccountHere();

beforeAll(async () => {
  const exported = { format: "weir-chain", version: 1, name: "Everything", definition: definitionWith("1") };
  const imported = await owner.call("POST", "./chains/import", { chain: exported, publish: {} });
  expect([imported.status, imported.json]).toEqual([201, expect.anything()]);
  const chain = imported.json.chain.uuid;
  const anyRevision = { "if-match": "*" };
  for (const [method, path, body] of [
    ["PUT", "draft", definitionWith("2")],
    ["POST", "publish", { note: "second" }],
    ["POST", "rollback", { version: 1 }],
    ["PUT", "draft", definitionWith("3")],
  ] as const) {
    const { status, json } = await owner.call(method, `./chains/${chain}/${path}`, body, anyRevision);
    if (status > 201) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
  }
  device = (await owner.call("POST", "./devices", { name: "Boiler", sensors: [{ slug: "a" }], chain })).json;
  expect((await owner.call("POST", `./chains/${chain}/trace`, { minutes: 5 })).status).toBe(200);
  params = { account: owner.account, chain, device: device.uuid, sensor: "a", version: "1" };
  params.request = await send(1);
  await waitUntil("all of it is there", async () => {
    const lists = await Promise.all(
      ["alarms", "dead-letters", "outbox"].map((list) => owner.call("GET", `./${list}`)),
    );
    return lists.every(({ json }) => json.items.length > 0);
  });
  viewer = await viewerOf("viewer@example.org");
  wide = await keyWith(scopes);
  narrow = await keyWith(scopes.filter((scope) => scope !== "chains:write"));
});

function definitionWith(suffix: string) {
  const config = {
    url: `http://127.0.0.1:9/hook?key=${inUrl}${suffix}`,
    headers: [{ name: "Authorization", value: `Bearer ${inHeader}${suffix}` }],
  };
  return {
    nodes: [
      { id: "in", type: "input" },
      { id: "hook", type: "webhook", config },
      { id: "hot", type: "raise-alarm", config: { name: "Hot", message: "It is hot." } },
      { id: "far", type: "scale", config: { factor: 1e308, offset: 0 } },
      { id: "save", type: "save" },
    ],
    wires: ["hot", "hook", "far", "save"].map((to) => ({ from: "in", output: "out", to })),
  };
}

/** Returns the id of the request. */
async function send(value: number): Promise<string> {
  const response = await postReadings(weir.url, device, { sensor: "a", data: { value: value * 1e10 } });
  expect(response.status).toBe(202);
  return response.headers.get("x-request-id")!;
}

async function viewerOf(email: string): Promise<BrowserSession> {
  const args = ["user", "create", email, "--account", owner.account, "--role", "viewer", "--password-stdin"];
  const child = Bun.spawn(["bin/weir", ...args, "--data", weir.dataDir], {
    cwd: join(import.meta.dir, "..", ".."),
    env: plainEnvironment(),
    stdin: Buffer.from(`${password}\n`),
    stderr: "inherit",
  });
  expect(await child.exited).toBe(0);
  const session = new BrowserSession(weir.url);
  expect((await session.call("POST", "/session", { email, password })).status).toBe(201);
  return session;
}

let keysMade = 0;
async function keyWith(allowed: readonly string[]): Promise<string> {
  const { json } = await owner.call("POST", "./api-keys", { name: `Key ${keysMade++}`, scopes: allowed });
  return json.key;
}

const holdsSecret = (text: string) => text.includes(inHeader) || text.includes(inUrl);
const everythingFor = (headers: Record<string, string>) =>
  readEveryRoute({ url: weir.url, owner, params, headers });

test("shows chain secrets on no route to a viewer or to a key that cannot change chains", async () => {
  const shown = await everythingFor({ authorization: `Bearer ${wide}` });
  for (const name of ["showChain", "showDraft", "showChainVersion", "exportChain", "diffChain"]) {
    expect([name, holdsSecret(shown.get(name)!)]).toEqual([name, true]);
  }
  for (const headers of [{ authorization: `Bearer ${narrow}` }, { cookie: viewer.cookie }]) {
    const answers = await everythingFor(headers as Record<string, string>);
    for (const name of ["showChain", "readChainTrace", "listMessages", "listDeadLetters"]) {
      expect([name, answers.get(name)]).toEqual([name, expect.stringMatching(/^200 /)]);
    }
    expect([...answers].filter(([, text]) => holdsSecret(text))).toEqual([]);
  }
});

test("keeps chain secrets out of the audit log", () => {
  using database = new Database(join(weir.dataDir, "control.db"), { readonly: true });
  const rows = database.query("SELECT * FROM audit_log").all();
  const text = JSON.stringify(rows);
  for (const action of ["import", "save-draft", "publish", "rollback"])
    expect(text).toContain(`chain.${action}`);
  expect(holdsSecret(text)).toBeFalse();
});

test("keeps chain secrets out of live events", async () => {
  const listening = { url: weir.url, account: owner.account };
  using stream = await LiveSocket.open({ ...listening, cookie: viewer.cookie });
  using ofKey = await LiveSocket.open({ ...listening, key: narrow });
  await send(2);
  for (const { events } of [stream, ofKey]) {
    await waitUntil("the chain is told of", () => events.some(({ event }) => event === "chain"));
    expect(holdsSecret(JSON.stringify(events))).toBeFalse();
  }
});

test("keeps chain secrets out of the server's log", () => {
  expect(holdsSecret(weir.logText)).toBeFalse();
});
