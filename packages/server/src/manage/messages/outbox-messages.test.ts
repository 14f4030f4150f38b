import { afterAll, expect, test } from "bun:test";
import type { OutboxMessage } from "@weir/rule-engine/message";
import { withinAccount } from "../../control/control.ts";
import { sqliteOutbox } from "../../store/outbox/outbox-sqlite.ts";
import { claimOf } from "../../store/outbox/test-claims.ts";
import { SqliteMessageWriter } from "../../store/outbox/writer-sqlite.ts";
import { saving } from "../chains/test-chains.ts";
import { closeTestControls, codeOf, unwrap } from "../test-control.ts";
import { type Tenant, TestRecords } from "../test-records.ts";
import {
  findMessage,
  listMessages,
  type MessageListRequest,
  type OutboxReader,
  retryMessage,
} from "./outbox-messages.ts";

afterAll(closeTestControls);

const mail: OutboxMessage = { kind: "mail", to: ["ada@example.org"], subject: "Hot", text: "It is hot." };

async function send(
  records: TestRecords,
  { accountId, sensorId, chain }: Tenant,
  message: OutboxMessage,
): Promise<number> {
  const messages = new SqliteMessageWriter(records.scene.store.database);
  const key = crypto.randomUUID();
  const from = { accountId, sensorId, chainId: chain.id, nodeId: "tell" };
  messages.add({ ...from, key, destination: "somewhere", message, nowMs: 1 });
  return (await records.outbox.list({ limit: 1 }))[0]!.id;
}

async function kill(records: TestRecords, id: number): Promise<void> {
  const outbox = sqliteOutbox(records.scene.store.database);
  await outbox.failed(await claimOf(outbox, id), "Nobody answers.", 5, null);
}

const idsOf = async (reader: OutboxReader, request: Partial<MessageListRequest> = {}): Promise<number[]> =>
  unwrap(await listMessages(reader, { limit: 10, ...request })).map(({ id }) => id);

test("lists messages newest first with their origin, by state, page by page", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const [first, second] = [await send(records, plant, mail), await send(records, plant, mail)];
  await kill(records, first);
  expect(await idsOf(records)).toEqual([second, first]);
  expect(await idsOf(records, { state: "dead" })).toEqual([first]);
  expect(await idsOf(records, { state: "waiting" })).toEqual([second]);
  expect(await idsOf(records, { limit: 1 })).toEqual([second]);
  expect(await idsOf(records, { limit: 1, beforeId: second })).toEqual([first]);
  expect(await findMessage(records, first)).toMatchObject({
    state: "dead",
    tries: 1,
    lastError: "Nobody answers.",
    message: mail,
    nodeId: "tell",
    origin: {
      account: { name: "Plant" },
      chain: { name: "Own" },
      device: { uuid: plant.deviceUuid },
      sensor: { slug: "temperature" },
    },
  });
});

test("selects messages by device, sensor, chain, node and kind", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const office = await records.addTenant("Office", saving);
  const [own, other] = [await send(records, plant, mail), await send(records, office, mail)];
  expect(await idsOf(records, { device: plant.deviceUuid })).toEqual([own]);
  expect(await idsOf(records, { device: plant.deviceUuid, sensor: "temperature" })).toEqual([own]);
  expect(await idsOf(records, { sensor: office.sensorUuid })).toEqual([other]);
  expect(await idsOf(records, { chain: office.chain.uuid })).toEqual([other]);
  expect(await idsOf(records, { chain: plant.chain.uuid, node: "tell" })).toEqual([own]);
  expect(await idsOf(records, { node: "save" })).toEqual([]);
  expect(await idsOf(records, { kind: "mail" })).toEqual([other, own]);
  expect(await idsOf(records, { kind: "webhook" })).toEqual([]);
});

test("reports objects that do not exist in the account", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const office = await records.addTenant("Office", saving);
  const own = { outbox: records.outbox, control: withinAccount(records.control, plant.accountId) };
  const codes = (
    [{ device: office.deviceUuid }, { sensor: office.sensorUuid }, { chain: office.chain.uuid }] as const
  ).map(async (filter) => codeOf(await listMessages(own, { ...filter, limit: 10 })));
  expect(await Promise.all(codes)).toEqual(["unknown_device", "unknown_sensor", "unknown_chain"]);
});

test("makes a dead message wait again with a retry, and leaves a waiting one alone", async () => {
  await using records = new TestRecords();
  const id = await send(records, await records.addTenant("Plant", saving), mail);
  expect(await retryMessage(records, id)).toMatchObject({ hasChanged: false });
  await kill(records, id);
  expect(await retryMessage(records, id)).toMatchObject({
    hasChanged: true,
    message: { state: "waiting", tries: 0, lastError: null },
  });
  expect(await retryMessage(records, 999)).toBeNull();
});

test("neither shows nor resends messages of another account", async () => {
  await using records = new TestRecords();
  const plant = await records.addTenant("Plant", saving);
  const foreign = await send(records, await records.addTenant("Office", saving), mail);
  await kill(records, foreign);
  const { outbox, ask } = records;
  const own = { outbox, ask, control: withinAccount(records.control, plant.accountId) };
  expect(await idsOf(own)).toEqual([]);
  expect(await findMessage(own, foreign)).toBeNull();
  expect(await retryMessage(own, foreign)).toBeNull();
  expect(records.asked).toEqual([]);
  expect((await findMessage(records, foreign))?.state).toBe("dead");
});

const secret = "hunter2";

test.each<[string, OutboxMessage, string]>([
  [
    "headers",
    {
      kind: "webhook",
      url: "https://example.org:8443/in",
      body: "{}",
      secret: "webhook",
      headers: { Authorization: `Bearer ${secret}`, "X-Any": secret },
    },
    "https://example.org:8443/in",
  ],
  [
    "the query of a URL",
    {
      kind: "webhook",
      headers: {},
      body: "{}",
      secret: "webhook",
      url: `https://example.org/in?token=${secret}#${secret}`,
    },
    "https://example.org/in?(hidden)",
  ],
  [
    "the credentials of a URL",
    {
      kind: "mqtt",
      topic: "t",
      payload: "p",
      qos: 1,
      retain: false,
      username: null,
      url: `mqtt://weir:${secret}@broker:1883`,
      passwordSecret: null,
    },
    "mqtt://(hidden)@broker:1883",
  ],
  [
    "a URL that is none",
    { kind: "webhook", headers: {}, body: "{}", secret: "webhook", url: `http://[${secret}` },
    "(hidden)",
  ],
])("does not show the secrets in %s", async (_where, message, url) => {
  await using records = new TestRecords();
  const id = await send(records, await records.addTenant("Plant", saving), message);
  const shown = (await findMessage(records, id))!;
  expect(JSON.stringify([shown, unwrap(await listMessages(records, { limit: 1 }))])).not.toContain(secret);
  expect(shown.message).toMatchObject({ url });
});
