import { expect, test } from "bun:test";
import { chainRoutes } from "@weir/protocol/manage/chain-routes";
import { chainVersionRoutes } from "@weir/protocol/manage/chain-version-routes";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { chainHandlers } from "./chain-handlers.ts";
import { chainVersionHandlers } from "./chain-version-handlers.ts";
import { ending, makePublishedChain, saving, savingAbove } from "./test-chains.ts";

const routes = { ...chainRoutes, ...chainVersionRoutes };
const open = () => ApiUnderTest.create(routes, { ...chainHandlers, ...chainVersionHandlers });

async function openWithChain() {
  const api = await open();
  const account = await api.addAccount("Plant");
  const { uuid } = await makePublishedChain(api.control, account.id, "Cold");
  return { api, account, editor: api.as("editor", account), params: { chain: uuid } };
}

test("compares, publishes and rolls back a draft", async () => {
  const { api, editor, params } = await openWithChain();
  await using _ = api;
  await editor.call("saveDraft", { params, body: savingAbove(5) });
  const diff = await editor.call("diffChain", { params });
  expect(diff.json).toMatchObject({ is_empty: false, nodes_added: [{ id: "limit" }], nodes_removed: [] });

  const published = await editor.call("publishChain", { params, body: { note: "only above 5" } });
  const warnings = [
    { code: "unsaved_readings", message: "Readings that leave Compare by false are not saved." },
  ];
  expect(published).toMatchObject({ status: 201, json: { version: 2, note: "only above 5", warnings } });
  expect(published.json.diff).toEqual(diff.json);
  const rolledBack = await editor.call("rollBackChain", { params, body: { version: 1 } });
  expect(rolledBack).toMatchObject({ status: 201, json: { version: 3 } });
  const same = await editor.call("diffChain", { params, query: { from: "1", to: "3" } });
  expect(same.json.is_empty).toBe(true);

  const { json } = await editor.call("listChainVersions", { params });
  expect(json.items).toMatchObject([
    { version: 3, is_live: true },
    { version: 2, is_like_live: false },
    { version: 1, is_like_live: true },
  ]);
  const second = await editor.call("showChainVersion", { params: { ...params, version: "2" } });
  expect(second.json).toMatchObject({ note: "only above 5", is_live: false, definition: savingAbove(5) });
  const audited = await api.control.db
    .selectFrom("audit_log")
    .select("action")
    .where("request_id", "!=", "")
    .orderBy("id")
    .execute();
  expect(audited.map(({ action }) => action)).toEqual([
    "chain.save-draft",
    "chain.publish",
    "chain.rollback",
  ]);
});

test("publishes only the draft that the caller has seen", async () => {
  const { api, editor, params } = await openWithChain();
  await using _ = api;
  const { headers } = await editor.call("saveDraft", { params, body: savingAbove(5) });
  await editor.call("saveDraft", { params, body: ending, headers: { "if-match": headers.ETag! } });
  const stale = await editor.call("publishChain", {
    params,
    body: {},
    headers: { "if-match": headers.ETag! },
  });
  expect(stale).toMatchObject({ status: 412, json: { code: "changed_meanwhile" } });
  const blind = await editor.call("publishChain", { params, body: {} });
  expect(blind.json.warnings).toMatchObject([
    { code: "no_save_reachable", message: expect.stringContaining("nothing is stored") },
  ]);
});

test("reports why a chain cannot be published, with node and field", async () => {
  const { api, editor, params } = await openWithChain();
  await using _ = api;
  expect(await editor.call("publishChain", { params, body: {} })).toMatchObject({
    status: 409,
    json: { code: "no_draft" },
  });
  const [input, save] = saving.nodes;
  const definition = { ...saving, nodes: [input!, { ...save!, config: { sensor: 7 } }] };
  await editor.call("saveDraft", { params, body: definition });
  const refused = await editor.call("publishChain", { params, body: {} });
  expect(refused).toMatchObject({
    status: 422,
    json: { code: "chain_invalid", errors: [{ field: "nodes.save.sensor" }] },
  });
  for (const version of [9, 0]) {
    const unknown = await editor.call("rollBackChain", { params, body: { version } });
    expect([unknown.status, unknown.json.errors[0].field]).toEqual([422, "version"]);
  }
});

test("exports a chain from one account and imports it into another", async () => {
  const { api, editor, params } = await openWithChain();
  await using _ = api;
  const exported = await editor.call("exportChain", { params });
  expect(exported.json).toEqual({ format: "weir-chain", version: 1, name: "Cold", definition: saving });
  const other = api.as("editor", await api.addAccount("Office"));
  const imported = await other.call("importChain", {
    body: { chain: exported.json, name: "Copy", publish: { note: "from Plant" } },
  });
  expect(imported).toMatchObject({
    status: 201,
    json: { chain: { name: "Copy" }, published: { version: 1, diff: null } },
  });
  const bad = await other.call("importChain", { body: { chain: { ...exported.json, version: 2 } } });
  expect(bad).toMatchObject({ status: 422, json: { errors: [{ field: "chain.version" }] } });
});

test("replaces only a draft that the caller has seen with an import", async () => {
  const { api, editor, params } = await openWithChain();
  await using _ = api;
  const chain = { format: "weir-chain", version: 1, name: "Cold", definition: savingAbove(2) };
  const body = { chain, into: params.chain };
  expect((await editor.call("importChain", { body })).status).toBe(201);
  expect((await editor.call("importChain", { body })).status).toBe(428);
  const stale = await editor.call("importChain", { body, headers: { "if-match": '"1"' } });
  expect(stale.status).toBe(412);
  const { headers } = await editor.call("showDraft", { params });
  const seen = await editor.call("importChain", { body, headers: { "if-match": headers.ETag! } });
  expect(seen.status).toBe(201);
});

test("neither shows, publishes nor imports into another account's chain", async () => {
  const { api, params } = await openWithChain();
  await using _ = api;
  const owner = api.as("owner", await api.addAccount("Office"));
  const chain = { format: "weir-chain", version: 1, name: "Cold", definition: saving };
  const bodies: Record<string, unknown> = {
    publishChain: {},
    rollBackChain: { version: 1 },
    importChain: { chain, into: params.chain },
  };
  for (const name of Object.keys(chainVersionRoutes) as (keyof typeof chainVersionRoutes)[]) {
    const body = bodies[name];
    const call = { params: { ...params, version: "1" }, ...(body === undefined ? {} : { body }) };
    // Only importChain names the chain in its body.
    const status = name === "importChain" ? 422 : 404;
    expect(await owner.call(name, call)).toMatchObject({ status, json: { code: "unknown_chain" } });
  }
});
