import { afterAll, expect, test } from "bun:test";
import type { Scope } from "@weir/protocol/manage/access";
import { outboxRoutes } from "@weir/protocol/manage/outbox-routes";
import type { OutboxMessage } from "@weir/rule-engine/message";
import { sqliteOutbox } from "../../store/outbox/outbox-sqlite.ts";
import { claimOf } from "../../store/outbox/test-claims.ts";
import { SqliteMessageWriter } from "../../store/outbox/writer-sqlite.ts";
import { saving } from "../chains/test-chains.ts";
import { closeTestControls } from "../test-control.ts";
import { RecordsApiUnderTest } from "../testing/records-api-under-test.ts";
import type { ApiTenant } from "../testing/test-tenants.ts";
import { outboxHandlers } from "./outbox-handlers.ts";

afterAll(closeTestControls);

const open = () => RecordsApiUnderTest.create(outboxRoutes, outboxHandlers, saving);
type Opened = Awaited<ReturnType<typeof open>>;

const messages: readonly OutboxMessage[] = [
  { kind: "mail", to: ["ada@example.org"], subject: "Hot", text: "It is hot." },
  {
    kind: "webhook",
    url: "https://u:p@example.org/hook?key=hush",
    headers: { "X-Key": "hush" },
    body: "{}",
    secret: "webhook",
  },
  {
    kind: "mqtt",
    url: "mqtt://example.org:1883",
    topic: "t",
    payload: "1",
    qos: 1,
    retain: false,
    username: null,
    passwordSecret: "broker",
  },
];

async function send(
  { records }: Opened,
  { accountId, sensorId, chain }: ApiTenant,
  message: OutboxMessage,
): Promise<number> {
  const messages = new SqliteMessageWriter(records.scene.store.database);
  const from = { accountId, sensorId, chainId: chain.id, nodeId: "tell" };
  messages.add({ ...from, key: crypto.randomUUID(), destination: "somewhere", message, nowMs: 1 });
  return (await records.outbox.list({ limit: 1 }))[0]!.id;
}

async function kill({ records }: Opened, id: number, reason = "Nobody answers."): Promise<void> {
  const outbox = sqliteOutbox(records.scene.store.database);
  await outbox.failed(await claimOf(outbox, id), reason, 5, null);
}

test("lists and shows messages of every kind without possible secrets", async () => {
  await using api = await open();
  const ids = await Promise.all(messages.map((message) => send(api, api.plant, message)));
  const viewer = api.as("viewer", api.plant);
  const { json, text } = await viewer.call("listMessages");
  expect(json.items.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed());
  expect(text).not.toContain("hush");
  const shown = await viewer.call("showMessage", { params: { id: String(ids[2]) } });
  expect(shown.json).toMatchObject({
    state: "waiting",
    node: "tell",
    message: { password_secret: "broker" },
  });
  await kill(api, ids[0]!);
  const dead = await viewer.call("listMessages", { query: { state: "dead" } });
  expect(dead.json.items).toMatchObject([{ id: ids[0], last_error: "Nobody answers.", next_try_at: null }]);
});

test("shows only keys with readings:read what went wrong, because receivers may quote the message", async () => {
  await using api = await open();
  const id = await send(api, api.plant, messages[0]!);
  const reason = 'The server answered 400: {"text":"It is 31.5 °C."}';
  await kill(api, id, reason);
  const errorFor = async (...scopes: Scope[]) => {
    const key = api.asKey(api.plant, "operations:read", ...scopes);
    const shown = await key.call("showMessage", { params: { id: String(id) } });
    const listed = await key.call("listMessages");
    return [shown.json.last_error, listed.json.items[0].last_error];
  };
  expect(await errorFor("readings:read")).toEqual([reason, reason]);
  expect(await errorFor()).toEqual([null, null]);
});

test("lists messages by device, sensor, chain, node and kind, and none of another account", async () => {
  await using api = await open();
  const ids = await Promise.all(messages.map((message) => send(api, api.plant, message)));
  await send(api, api.office, messages[0]!);
  const viewer = api.as("viewer", api.plant);
  const listed = async (query: Record<string, string>): Promise<number[]> =>
    (await viewer.call("listMessages", { query })).json.items.map(({ id }: { id: number }) => id);
  const { deviceUuid: device, sensorUuid: sensor, chain } = api.plant;
  expect(await listed({ device, sensor, chain: chain.uuid, node: "tell" })).toEqual(ids.toReversed());
  expect(await listed({ node: "save" })).toEqual([]);
  expect(await listed({ chain: chain.uuid, kind: "webhook" })).toEqual([ids[1]!]);
  for (const query of [
    { device: api.office.deviceUuid },
    { sensor: api.office.sensorUuid },
    { chain: api.office.chain.uuid },
  ]) {
    expect((await viewer.call("listMessages", { query })).status).toBe(422);
  }
  expect((await viewer.call("listMessages", { query: { kind: "fax" } })).status).toBe(422);
});

test("makes a dead message wait again after a retry, and audits it", async () => {
  await using api = await open();
  const [dead, waiting] = [
    await send(api, api.plant, messages[0]!),
    await send(api, api.plant, messages[0]!),
  ];
  await kill(api, dead);
  const done = await api
    .as("editor", api.plant)
    .call("retryMessages", { body: { ids: [dead, waiting, 999] } });
  const waitingNow = [dead, waiting].map((id) => expect.objectContaining({ id, state: "waiting" }));
  expect(done.json).toEqual({
    retried: [dead],
    waiting: [waiting],
    unknown_ids: [999],
    messages: waitingNow,
  });
  expect(await api.audited()).toEqual(["outbox.retry"]);
});

test("lists messages although the content of one cannot be read, and refuses to send that one again", async () => {
  await using api = await open();
  const readable = await send(api, api.plant, messages[0]!);
  const unreadable: number[] = [];
  for (const content of [{ kind: "fax" }, { kind: "webhook" }, { kind: "mail" }])
    unreadable.push(await send(api, api.plant, content as unknown as OutboxMessage));
  const editor = api.as("editor", api.plant);
  const { status, json } = await editor.call("listMessages");
  expect(status).toBe(200);
  const kinds = json.items.map((item: { id: number; message: { kind: string } }) => [
    item.id,
    item.message.kind,
  ]);
  expect(Object.fromEntries(kinds)).toEqual({
    ...Object.fromEntries(unreadable.map((id) => [id, "unreadable"])),
    [readable]: "mail",
  });
  for (const id of unreadable)
    expect((await editor.call("retryMessages", { body: { ids: [readable, id] } })).status).toBe(422);
  expect(api.records.asked).toEqual([]);
});

test("neither shows nor resends another account's messages", async () => {
  await using api = await open();
  const id = await send(api, api.office, messages[0]!);
  const owner = api.as("owner", api.plant);
  expect((await owner.call("listMessages")).json.items).toEqual([]);
  expect((await owner.call("showMessage", { params: { id: String(id) } })).status).toBe(404);
  expect((await owner.call("retryMessages", { body: { ids: [id] } })).json.unknown_ids).toEqual([id]);
  expect(api.records.asked).toEqual([]);
});
