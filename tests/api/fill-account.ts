import { expect } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import { postReadings, type Sender } from "../harness/post-readings.ts";
import type { TestWeir } from "../harness/test-weir.ts";
import { waitUntil } from "../harness/wait-until.ts";
import type { BrowserSession } from "./browser-session.ts";

const node = (id: string, type: string, config: object = {}) => ({
  id,
  type,
  config,
  version: 1,
  name: id,
  position: { x: 0, y: 0 },
});
const wire = (from: string, output: string, to: string) => ({ from, output, to });

/** A reading of 666 fails. Three readings above 10 in a row raise an alarm, and send a webhook and a mail. A reading of 5 ends. */
const definition = {
  nodes: [
    node("input", "input"),
    node("limit", "compare", { operator: "==", value: 666 }),
    node("missing", "save", { sensor: "missing" }),
    node("five", "compare", { operator: "==", value: 5 }),
    node("save", "save"),
    node("warm", "consecutive-threshold", { operator: ">", value: 10, count: 3 }),
    node("raise", "raise-alarm", { name: "warm", severity: "critical", message: "{{value}}" }),
    node("notify", "webhook", { url: "http://127.0.0.1:9/hook" }),
  ],
  wires: [
    wire("input", "out", "limit"),
    wire("limit", "true", "missing"),
    wire("limit", "false", "five"),
    wire("five", "false", "save"),
    wire("five", "false", "warm"),
    wire("warm", "reached", "raise"),
    wire("warm", "reached", "notify"),
  ],
};

export interface FilledAccount {
  readonly uuid: string;
  readonly name: string;
  readonly id: number;
  /** A person who is in no other account. */
  readonly memberId: number;
  readonly device: Sender;
  readonly deviceId: number;
  readonly apiKey: string;
  readonly shareToken: string;
}

/** Creates an account through the API, with some of everything that an account can have. */
export async function fillAccount(
  weir: TestWeir,
  owner: BrowserSession,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<FilledAccount> {
  const done = async (method: string, path: string, body?: unknown) => {
    const { status, json } = await owner.call(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(json)}`);
    return json;
  };
  await done("POST", "/session/proof", { password });
  const { uuid } = await done("POST", "/accounts", { name });
  owner.account = uuid;
  await done("PUT", "./secrets/partner", { value: "s3cret" });
  await done("POST", "./device-groups", { name: "Cellar" });
  await done("POST", "./sensor-types", { name: "Pressure", unit: "bar" });
  const board = await done("POST", "./boards", { name: "Second" });
  await done("PATCH", `./boards/${board.uuid}`, { name: "Third" });
  const link = await done("POST", `./boards/${board.uuid}/share-links`, { expires_in_days: 7 });
  await done("POST", `./boards/${board.uuid}/duplicate`, { name: "Mine", owner: "person" });
  const probe = await done("POST", "./templates", { name: "Probe", sensors: [{ slug: "c" }] });
  const { uuid: key } = await done("POST", "./provisioning-keys", {
    name: "Shop",
    template: probe.uuid,
    admission: "claim",
  });
  const hardware_ids = [`${name}-1`, `${name}-2`];
  const codes = await done("POST", "./claim-codes", { provisioning_key: key, hardware_ids });
  await done("POST", "./claims", { code: codes.items[0].code });
  const channel = await done("POST", "./channels", {
    name: "Ops",
    target: { kind: "slack", url: "http://127.0.0.1:9/services/x" },
  });
  await done("POST", "./notification-rules", {
    name: "Grave",
    min_severity: "critical",
    channels: [channel.uuid],
  });
  await done("POST", "./invitations", { email: `guest-${name}@example.org`, role: "viewer" });
  const { key: apiKey } = await done("POST", "./api-keys", { name: "Reports", scopes: ["account:read"] });
  const chain = await done("POST", "./chains", { name: "Warm", definition });
  await done("POST", `./chains/${chain.uuid}/publish`, {});
  const device = await done("POST", "./devices", {
    name: "Freezer",
    group: "Cellar",
    sensors: [{ slug: "a", type: "Pressure" }, { slug: "b" }],
    chain: chain.uuid,
    quarantine: true,
  });
  await done("POST", "./devices", { name: "Silent", template: "Probe" });
  await done("POST", "./alert-rules", {
    name: "Too hot",
    severity: "critical",
    text: "{{value}}",
    target: { kind: "type", type: "Pressure" },
    condition: { kind: "above", limit: 15, for_readings: 4 },
  });
  await done("POST", "./device-filters", { name: "Meters", parameters: { q: "meter" } });
  await done("POST", "./charts", {
    name: "All",
    definition: { sensors: [{ device: device.uuid, sensor: "a" }] },
  });
  await done("POST", `./devices/${device.uuid}/annotations`, {
    at: "2026-01-01",
    sensor: "a",
    text: "Moved",
  });
  await sendBytes(owner, "PUT", `./devices/${device.uuid}/picture`, picture);
  await sendBytes(owner, "POST", `./boards/${board.uuid}/images`, picture);
  await importReadings(owner, device.uuid);
  const devices = await sendBytes(owner, "POST", "./device-imports", "name,sensors\nImported,x\n");
  await done("POST", `./device-imports/${devices.uuid}/devices`, { offset: 0 });
  await done("PUT", "./retention", { days: 3000 });
  await done("PUT", `./devices/${device.uuid}/sensors/a/retention`, { days: 2000 });
  await done("POST", "./sample-data");
  const sends = async () => (await done("GET", "./sample-data")).state === "sending";
  await waitUntil("the sample sends", sends, 120_000);
  await weir.settle();
  const send = async (data: unknown, status = 202) => {
    const body = { data, battery_voltage: 3.3 };
    expect((await postReadings(weir.url, device, body)).status).toBe(status);
  };
  expect((await postReadings(weir.url, { ...device, token: "wrong" }, { data: [] })).status).toBe(401);
  await send([{ sensor_slug: "a", value: 666 }]);
  for (const value of [5, 12, 13, 14, 16, 17]) await send([{ sensor_slug: "a", value }]);
  await send([{ sensor_slug: "a", value: "no number" }], 422);
  await send([
    { sensor_slug: "b", value: 2 },
    { sensor_slug: "flow", value: 1 },
  ]);
  await weir.settle();
  // Asking for it also writes down what else ingest has recorded.
  await waitUntil(
    "the rejected reading is kept",
    async () => (await done("GET", `./devices/${device.uuid}/quarantine`)).items.length === 1,
  );
  await weir.settle();
  const alarms = (await done("GET", "./alarms")).items as { id: number }[];
  await done("POST", `./alarms/${alarms[0]!.id}/comments`, { text: "Seen" });
  const { control } = weir;
  const account = await control.db
    .selectFrom("accounts")
    .select("id")
    .where("uuid", "=", uuid)
    .executeTakeFirstOrThrow();
  const row = await control.db
    .selectFrom("devices")
    .select("id")
    .where("uuid", "=", device.uuid)
    .executeTakeFirstOrThrow();
  const memberId = await addMember(weir, account.id, `${name.toLowerCase()}@example.org`);
  return {
    uuid,
    name,
    id: account.id,
    memberId,
    device,
    deviceId: row.id,
    apiKey,
    shareToken: link.token ?? link.url,
  };
}

/** A person with nothing but this account. */
async function addMember({ control }: TestWeir, accountId: number, email: string): Promise<number> {
  return control.transact(async (tx) => {
    const user = {
      uuid: crypto.randomUUID(),
      email,
      name: "Bob",
      password_hash: "",
      password_changed_at: 0,
      created_at: 0,
    };
    const { id } = await tx
      .insertInto("users")
      .values(user as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx
      .insertInto("memberships")
      .values({ account_id: accountId, user_id: id, role: "viewer", created_at: 0 })
      .execute();
    const session = { token_hash: crypto.getRandomValues(new Uint8Array(32)), source: "", user_agent: "" };
    const times = { created_at: 0, last_used_at: 0, expires_at: Number.MAX_SAFE_INTEGER, proved_at: 0 };
    await tx
      .insertInto("sessions")
      .values({ user_id: id, ...session, ...times })
      .execute();
    return id;
  });
}

/** The smallest picture that is whole. */
const picture = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64");

async function sendBytes(
  owner: BrowserSession,
  method: string,
  path: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly uuid: string }> {
  const own = {
    cookie: owner.cookie,
    "sec-fetch-site": "same-origin",
    "content-type": "application/octet-stream",
  };
  const url = `${owner.url}${managePath}/accounts/${owner.account}${path.slice(1)}`;
  const answer = await fetch(url, { method, headers: { ...own, ...headers }, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text === "" ? { uuid: "" } : JSON.parse(text);
}

async function importReadings(owner: BrowserSession, device: string): Promise<void> {
  const fixed = { format: "csv", mode: "chain", device, sensor: "a" };
  const { uuid } = (await owner.call("POST", "./imports", fixed)).json;
  const rows = "at,value\n2026-06-01T00:00:00Z,1\nnever,2\n";
  await sendBytes(owner, "PATCH", `./imports/${uuid}`, rows, { "upload-offset": "0" });
  await owner.call("POST", `./imports/${uuid}/finish`);
}
