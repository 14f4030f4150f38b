import { expect, test } from "bun:test";
import { chainRoutes } from "@weir/protocol/manage/chain-routes";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { chainHandlers } from "./chain-handlers.ts";
import { makePublishedChain, saving, savingAbove, testNode } from "./test-chains.ts";

const open = () => ApiUnderTest.create(chainRoutes, chainHandlers);

async function auditedActions(api: ApiUnderTest<typeof chainRoutes>): Promise<string[]> {
  const rows = await api.control.db
    .selectFrom("audit_log")
    .select("action")
    .where("request_id", "!=", "")
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

test("creates a chain with a draft, shows, renames and deletes it, and audits all of it", async () => {
  await using api = await open();
  const editor = api.as("editor", await api.addAccount("Plant"));
  const created = await editor.call("createChain", { body: { name: " Cold store " } });
  expect(created).toMatchObject({
    status: 201,
    json: { name: "Cold store", live: null, definition: null, versions: 0, draft: { revision: 1 } },
  });
  const params = { chain: created.json.uuid };
  const shown = await editor.call("showChain", { params });
  expect(shown.json).toEqual(created.json);
  expect(shown.headers.ETag).toBe(created.headers.ETag!);

  const byName = { chain: "Cold store" };
  expect((await editor.call("showChain", { params: byName })).json).toEqual(created.json);
  const renamed = await editor.call("renameChain", { params: byName, body: { name: "Freezer" } });
  expect(renamed).toMatchObject({ status: 200, json: { name: "Freezer" } });
  expect(renamed.headers.ETag).not.toBe(created.headers.ETag!);
  expect((await editor.call("deleteChain", { params })).status).toBe(204);
  expect((await editor.call("showChain", { params })).status).toBe(404);
  expect(await auditedActions(api)).toEqual(["chain.create", "chain.rename", "chain.delete"]);
});

test("refuses to rename or delete a chain that has changed since the caller read it", async () => {
  await using api = await open();
  const editor = api.as("editor", await api.addAccount("Plant"));
  const created = await editor.call("createChain", { body: { name: "Cold" } });
  const params = { chain: created.json.uuid };
  await editor.call("renameChain", { params, body: { name: "Colder" } });
  const headers = { "if-match": created.headers.ETag! };
  const stale = await editor.call("renameChain", { params, headers, body: { name: "Coldest" } });
  expect(stale).toMatchObject({ status: 412, json: { code: "changed_meanwhile" } });
  expect((await editor.call("deleteChain", { params, headers })).status).toBe(412);
});

test("refuses duplicate, empty or overlong names by their field", async () => {
  await using api = await open();
  const editor = api.as("editor", await api.addAccount("Plant"));
  const taken = await editor.call("createChain", { body: { name: "Default" } });
  expect(taken).toMatchObject({
    status: 409,
    json: { code: "chain_name_taken", errors: [{ field: "name" }] },
  });
  for (const name of ["", "  ", "x".repeat(201), 7]) {
    const refused = await editor.call("createChain", { body: { name } });
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ field: "name" }] } });
  }
});

test("does not delete a chain in use", async () => {
  await using api = await open();
  const editor = api.as("editor", await api.addAccount("Plant"));
  const [chain] = (await editor.call("listChains")).json.items;
  expect(chain).toMatchObject({ name: "Default", use: { is_default: true }, versions: 1 });
  const refused = await editor.call("deleteChain", { params: { chain: chain.uuid } });
  expect(refused).toMatchObject({ status: 409, json: { code: "chain_in_use" } });
});

test("refuses to replace a draft that the caller has not seen", async () => {
  await using api = await open();
  const editor = api.as("editor", await api.addAccount("Plant"));
  const { json: chain } = await editor.call("createChain", { body: { name: "Cold" } });
  const params = { chain: chain.uuid };
  const body = savingAbove(10);
  const blind = await editor.call("saveDraft", { params, body });
  expect(blind).toMatchObject({ status: 428, json: { code: "if_match_needed" } });

  const { headers } = await editor.call("showDraft", { params });
  expect(headers.ETag).toBe('"1"');
  const saved = await editor.call("saveDraft", { params, body, headers: { "if-match": '"1"' } });
  expect(saved).toMatchObject({ status: 200, json: { revision: 2 }, headers: { ETag: '"2"' } });
  for (const tag of ['"1"', '"nonsense"']) {
    const late = await editor.call("saveDraft", { params, body: saving, headers: { "if-match": tag } });
    expect(late).toMatchObject({ status: 412, json: { code: "changed_meanwhile" } });
  }
  expect((await editor.call("showDraft", { params })).json.definition).toEqual(body);
});

test("gives a published chain a draft without If-Match, and discards it again", async () => {
  await using api = await open();
  const account = await api.addAccount("Plant");
  const { uuid } = await makePublishedChain(api.control, account.id, "Cold");
  const editor = api.as("editor", account);
  const params = { chain: uuid };
  expect(await editor.call("showDraft", { params })).toMatchObject({
    status: 409,
    json: { code: "no_draft" },
  });
  const begun = await editor.call("saveDraft", { params, body: savingAbove(1) });
  expect(begun.status).toBe(200);
  const stale = await editor.call("discardDraft", { params, headers: { "if-match": '"1"' } });
  expect(stale.status).toBe(412);
  const headers = { "if-match": begun.headers.ETag! };
  expect((await editor.call("discardDraft", { params, headers })).status).toBe(204);
  expect((await editor.call("showChain", { params })).json).toMatchObject({
    draft: null,
    live: { version: 1 },
    definition: saving,
    kept_versions: [{ version: 1, is_live: true }],
  });
  expect(await auditedActions(api)).toEqual(["chain.save-draft", "chain.discard-draft"]);
});

test("refuses a malformed chain with the path of the problem", async () => {
  await using api = await open();
  const editor = api.as("editor", await api.addAccount("Plant"));
  const definition = { nodes: [{ id: "in put", type: "input" }], wires: [], colour: "red" };
  const refused = await editor.call("createChain", { body: { name: "Cold", definition } });
  expect(refused.status).toBe(422);
  expect(refused.json.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    "definition.colour",
    "definition.nodes.0.id",
  ]);
  const large = { nodes: [{ id: "input", type: "input", config: { x: "x".repeat(300_000) } }], wires: [] };
  const tooLarge = await editor.call("createChain", { body: { name: "Cold", definition: large } });
  expect(tooLarge).toMatchObject({ status: 422, json: { code: "bad_chain" } });
});

test("names the node and field of every problem in a validation, and saves nothing", async () => {
  await using api = await open();
  const viewer = api.as("viewer", await api.addAccount("Plant"));
  const [{ uuid }] = (await viewer.call("listChains")).json.items;
  const params = { chain: uuid };
  const nodes = [testNode("input", "input"), testNode("limit", "compare", { operator: ">", value: "high" })];
  const definition = { nodes, wires: [{ from: "input", output: "out", to: "limit" }] };
  const wrong = await viewer.call("validateChain", { params, body: { definition } });
  expect(wrong.json).toMatchObject({
    publishable: false,
    problems: [{ severity: "error", node: "limit", field: "value" }],
  });
  const unsaved = { nodes: nodes.slice(0, 1), wires: [] };
  const warned = await viewer.call("validateChain", { params, body: { definition: unsaved } });
  expect(warned.json).toMatchObject({
    publishable: true,
    problems: [{ severity: "warning", code: "no_save_reachable", node: null }],
  });
  expect(await viewer.call("validateChain", { params, body: {} })).toMatchObject({
    status: 409,
    json: { code: "no_draft" },
  });
  expect((await viewer.call("showChain", { params })).json.draft).toBeNull();
});

test("validates the stored draft if no definition is sent", async () => {
  await using api = await open();
  const editor = api.as("editor", await api.addAccount("Plant"));
  const { json: chain } = await editor.call("createChain", { body: { name: "Cold" } });
  const checked = await editor.call("validateChain", { params: { chain: chain.uuid }, body: {} });
  expect(checked.json).toEqual({ publishable: true, problems: [] });
});

test.each(["name", "created"])(
  "lists chains page by page in the order of %s, and searches them",
  async (sort) => {
    await using api = await open();
    const account = await api.addAccount("Plant");
    const viewer = api.as("viewer", account);
    for (const name of ["b cold", "a cold", "warm"]) await makePublishedChain(api.control, account.id, name);
    const names: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = { sort, limit: "2", ...(cursor === "" ? {} : { cursor }) };
      const { json } = await viewer.call("listChains", { query });
      names.push(...json.items.map((item: { name: string }) => item.name));
      cursor = json.next;
    }
    const made = ["Default", "b cold", "a cold", "warm"];
    expect(names).toEqual(sort === "name" ? made.toSorted() : made);
    const found = await viewer.call("listChains", { query: { search: "COLD", sort } });
    expect(found.json.items).toHaveLength(2);
    const patterns = await viewer.call("listChains", { query: { search: "%_", sort } });
    expect(patterns.json.items).toEqual([]);
  },
);

test("refuses a cursor that no page returned", async () => {
  await using api = await open();
  const viewer = api.as("viewer", await api.addAccount("Plant"));
  for (const cursor of ["nonsense", "bnVsbA", "eyJpZCI6InQifQ"]) {
    const refused = await viewer.call("listChains", { query: { cursor } });
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ field: "query.cursor" }] } });
  }
});

test("does not find another account's chain by its UUID", async () => {
  await using api = await open();
  const office = await api.addAccount("Office");
  const { uuid } = await makePublishedChain(api.control, office.id, "Secret");
  const owner = api.as("owner", await api.addAccount("Plant"));
  const params = { chain: uuid };
  for (const name of Object.keys(chainRoutes) as (keyof typeof chainRoutes)[]) {
    if (name === "listChains" || name === "createChain") continue;
    const body = { renameChain: { name: "Mine" }, saveDraft: saving, validateChain: {} }[name as string];
    const refused = await owner.call(name, body === undefined ? { params } : { params, body });
    expect(refused).toMatchObject({ status: 404, json: { code: "unknown_chain" } });
  }
  expect(JSON.stringify((await owner.call("listChains")).json)).not.toContain("Secret");
  expect((await api.as("viewer", office).call("showChain", { params })).json.name).toBe("Secret");
});
