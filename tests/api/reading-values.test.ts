/**
 * Only callers who may read readings see their values, even where alarms, dead letters, messages and requests quote
 * them.
 */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type Scope, scopes } from "@weir/protocol/manage/access";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { BrowserSession } from "./browser-session.ts";
import { readEveryRoute } from "./read-every-route.ts";
import { serveAccount } from "./serve-owner.ts";

setDefaultTimeout(60_000);

/** A number that occurs nowhere else. */
const value = 31.4159;

let params: Record<string, string>;

const { owner, weir } = await serveAccount();

beforeAll(async () => {
  const nodes = [
    { id: "in", type: "input" },
    { id: "hot", type: "raise-alarm", config: { name: "Hot", message: "It is {{value}} °C." } },
    { id: "hook", type: "webhook", config: { url: "http://127.0.0.1:9/" } },
    { id: "far", type: "scale", config: { factor: 1e308, offset: 0 } },
    { id: "save", type: "save" },
  ];
  const wires = ["hot", "hook", "far", "save"].map((to) => ({ from: "in", output: "out", to }));
  const chain = { format: "weir-chain", version: 1, name: "Everything", definition: { nodes, wires } };
  const imported = await owner.call("POST", "./chains/import", { chain, publish: {} });
  expect([imported.status, imported.json]).toEqual([201, expect.anything()]);
  const body = { name: "Boiler", sensors: [{ slug: "a" }], chain: imported.json.chain.uuid };
  const { json: device } = await owner.call("POST", "./devices", body);
  const response = await postReadings(weir.url, device, {
    data: [1, 2].map(() => ({ sensor_slug: "a", value, note: `at ${value}` })),
  });
  expect(response.status).toBe(202);
  const listed = async (path: string) => (await owner.call("GET", path)).json.items;
  await waitUntil("all of it is there", async () => {
    const lists = await Promise.all(["./alarms", "./dead-letters", "./outbox"].map(listed));
    return lists.every((items) => items.length > 0);
  });
  params = {
    account: owner.account,
    chain: imported.json.chain.uuid,
    device: device.uuid,
    sensor: "a",
    version: "1",
    request: response.headers.get("x-request-id")!,
  };
});

async function keyWith(name: string, allowed: readonly Scope[]): Promise<string> {
  const { json } = await owner.call("POST", "./api-keys", { name, scopes: allowed });
  return json.key;
}

const readAll = (key: string) =>
  readEveryRoute({ url: weir.url, owner, params, headers: { authorization: `Bearer ${key}` } });

const quoting = [
  "listAlarms",
  "showAlarm",
  "showAlarmHistory",
  "listDeadLetters",
  "showDeadLetter",
  "listMessages",
  "showMessage",
  "showRequest",
  "listSensors",
  "listSensorsOfDevices",
  "showSensor",
  "showChainActivity",
];

test("shows no value to a key without readings:read, and every value to a key with it", async () => {
  const all = await readAll(await keyWith("All", scopes));
  const without = await readAll(
    await keyWith(
      "No values",
      scopes.filter((scope) => scope !== "readings:read"),
    ),
  );
  for (const name of quoting) {
    expect([name, all.get(name)]).toEqual([name, expect.stringContaining(String(value))]);
    expect([name, without.get(name)]).toEqual([name, expect.stringMatching(/^200 /)]);
  }
  const leaking = [...without].filter(([, text]) => text.includes(String(value)));
  expect(leaking).toEqual([]);
});

test("shows a trace only to keys that may read readings", async () => {
  const key = await keyWith("Chains", ["chains:read", "chains:write", "devices:read", "operations:read"]);
  for (const [method, path] of [
    ["POST", `./chains/${params.chain}/trace`],
    ["GET", `./chains/${params.chain}/trace`],
    ["GET", `./devices/${params.device}/trace`],
  ] as const) {
    const body = method === "POST" ? { minutes: 1 } : undefined;
    const program = new BrowserSession(weir.url);
    program.account = owner.account;
    const { status, json } = await program.call(method, path, body, { authorization: `Bearer ${key}` });
    expect([status, json.code]).toEqual([403, "scope_needed"]);
    expect(json.detail).toContain("readings:read");
  }
});
