import { afterAll, expect, test } from "bun:test";
import { deadLetterRoutes } from "@weir/protocol/manage/dead-letter-routes";
import { listAudit } from "../../control/audit/audit-log.ts";
import { saveDraft } from "../chains/chain-drafts.ts";
import { publishChain } from "../chains/chain-publishing.ts";
import { line, saving, testNode } from "../chains/test-chains.ts";
import { closeTestControls, unwrap } from "../test-control.ts";
import { RecordsApiUnderTest } from "../testing/records-api-under-test.ts";
import { deadLetterHandlers } from "./dead-letter-handlers.ts";

afterAll(closeTestControls);

const failing = line(testNode("save", "save", { sensor: "missing" }));

async function open() {
  const api = await RecordsApiUnderTest.create(deadLetterRoutes, deadLetterHandlers, failing);
  await api.records.process(api.plant.sensorId, 1, 2, 3);
  await api.records.process(api.office.sensorId, 9);
  return api;
}

type Opened = Awaited<ReturnType<typeof open>>;

async function mend({ records, plant }: Opened): Promise<void> {
  unwrap(await saveDraft(records.control, plant.chain.uuid, { definition: saving }));
  unwrap(await publishChain(records.control, plant.chain.uuid));
}

const lettersOf = async (api: Opened, tenant = api.plant) =>
  (await api.as("viewer", tenant).call("listDeadLetters")).json.items as { id: number; value: number }[];

test("lists dead letters page by page with where they failed, filters them, and shows one", async () => {
  await using api = await open();
  const viewer = api.as("viewer", api.plant);
  const first = await viewer.call("listDeadLetters", { query: { limit: "2" } });
  const rest = await viewer.call("listDeadLetters", { query: { limit: "2", cursor: first.json.next } });
  const all = [...first.json.items, ...rest.json.items];
  expect(all.map(({ value }) => value)).toEqual([3, 2, 1]);
  expect(rest.json.next).toBeNull();
  expect(all[0]).toMatchObject({
    node: "save",
    chain: { name: "Own" },
    chain_version: 1,
    reason: 'The device has no sensor "missing".',
  });
  const shown = await viewer.call("showDeadLetter", { params: { id: String(all[0].id) } });
  expect(shown.json).toEqual(all[0]);
  const count = async (query: Record<string, string>) =>
    (await viewer.call("listDeadLetters", { query })).json.items.length;
  expect(await count({ chain: api.plant.chain.uuid, node: "save" })).toBe(3);
  expect(await count({ node: "other" })).toBe(0);
});

test("replays all of them after the fix, and audits it", async () => {
  await using api = await open();
  await mend(api);
  const body = { all: {}, up_to_id: 1000 };
  const done = await api.as("editor", api.plant).call("replayDeadLetters", { body });
  expect(done.json).toMatchObject({ replayed: 3, saved: 3, dead: 0, unknown_ids: [], remaining: 0 });
  expect(await lettersOf(api)).toEqual([]);
  expect(await lettersOf(api, api.office)).toHaveLength(1);
  expect(await api.audited()).toEqual(["dead-letter.replay"]);
  const { entries } = await listAudit(api.parts.control, api.plant.accountId, { limit: 1 });
  expect(entries[0]!.before).toEqual(body);
});

test("discards dead letters by id or by filter, and refuses a request with neither", async () => {
  await using api = await open();
  const editor = api.as("editor", api.plant);
  const { id } = (await lettersOf(api))[0]!;
  const one = await editor.call("discardDeadLetters", { body: { ids: [id, 999] } });
  expect(one.json).toMatchObject({ discarded: 1, unknown_ids: [999] });
  const all = { sensor: api.plant.sensorUuid };
  expect((await editor.call("discardDeadLetters", { body: { all } })).json.discarded).toBe(2);
  for (const body of [{}, { ids: [] }, { ids: [1], all: {} }, { all: { colour: "red" } }]) {
    const refused = await editor.call("discardDeadLetters", { body });
    expect(refused.status).toBe(422);
    expect(refused.json.errors[0].field).toMatch(/^(ids|all\.colour)$/);
  }
});

test("neither shows, replays nor discards another account's dead letters", async () => {
  await using api = await open();
  const { id } = (await lettersOf(api, api.office))[0]!;
  const owner = api.as("owner", api.plant);
  expect((await owner.call("showDeadLetter", { params: { id: String(id) } })).status).toBe(404);
  for (const name of ["replayDeadLetters", "discardDeadLetters"] as const) {
    expect((await owner.call(name, { body: { ids: [id] } })).json.unknown_ids).toEqual([id]);
    const { sensorUuid: sensor, deviceUuid: device, chain } = api.office;
    for (const all of [{ sensor }, { device }, { chain: chain.uuid }]) {
      expect((await owner.call(name, { body: { all } })).status).toBe(422);
    }
  }
  expect(api.records.asked).toEqual([]);
  expect(await lettersOf(api, api.office)).toHaveLength(1);
});

test("lets the operator work on dead letters of every account, and on unreadable entries of none", async () => {
  await using api = await open();
  api.records.scene.appendRaw(new Uint8Array([1, 2, 3]), 5);
  await api.records.process(api.plant.sensorId, 4);
  const operator = api.asOperator();
  const listed = (await operator.call("listAllDeadLetters")).json.items;
  expect(listed).toMatchObject([
    { value: 4, account: "Plant" },
    { raw_base64: "AQID", account: null, device: null },
    { value: 9, account: "Office" },
    { value: 3 },
    { value: 2 },
    { value: 1 },
  ]);
  const ids = listed.slice(1, 3).map(({ id }: { id: number }) => id);
  const shown = await operator.call("showAnyDeadLetter", { params: { id: String(ids[0]) } });
  expect(shown.json).toEqual(listed[1]);
  const replayed = await operator.call("replayAnyDeadLetters", { body: { ids: [ids[0], 999] } });
  expect(replayed.json).toMatchObject({ replayed: 0, skipped: 1, unknown_ids: [999] });
  const discarded = await operator.call("discardAnyDeadLetters", { body: { ids } });
  expect(discarded.json).toMatchObject({ discarded: 2, remaining: 0 });
  expect((await operator.call("listAllDeadLetters")).json.items).toHaveLength(4);
});
