import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Scope, scopes } from "@weir/protocol/manage/access";
import { chainRoutes } from "@weir/protocol/manage/chain-routes";
import { chainVersionRoutes } from "@weir/protocol/manage/chain-version-routes";
import { ApiUnderTest, type TestAccount } from "../../testing/api-under-test.ts";
import { chainHandlers } from "../chain-handlers.ts";
import { chainVersionHandlers } from "../chain-version-handlers.ts";

const routes = { ...chainRoutes, ...chainVersionRoutes };
const reading = {
  showChain: {},
  showDraft: {},
  showChainVersion: { version: "1" },
  exportChain: {},
  diffChain: {},
} as const;

let api: ApiUnderTest<typeof routes>;
let account: TestAccount;
let chain: string;

beforeAll(async () => {
  api = await ApiUnderTest.create(routes, { ...chainHandlers, ...chainVersionHandlers });
  account = await api.addAccount("Plant");
  const editor = api.as("editor", account);
  const exported = {
    format: "weir-chain",
    version: 1,
    name: "Hook",
    definition: definitionWith("live-password-1"),
  };
  const { json } = await editor.call("importChain", { body: { chain: exported, publish: {} } });
  chain = json.chain.uuid;
  const saved = await editor.call("saveDraft", {
    params: { chain },
    body: definitionWith("draft-password-2"),
  });
  expect(saved.status).toBe(200);
});
afterAll(() => api[Symbol.asyncDispose]());

function definitionWith(secret: string) {
  const config = {
    url: `https://example.org/hook?key=${secret}`,
    headers: [{ name: "Authorization", value: `Bearer ${secret}` }],
  };
  return {
    nodes: [
      { id: "in", type: "input" },
      { id: "hook", type: "webhook", config },
      { id: "save", type: "save" },
    ],
    wires: [
      { from: "in", output: "out", to: "hook" },
      { from: "hook", output: "queued", to: "save" },
    ],
  };
}

const names = Object.keys(reading) as (keyof typeof reading)[];

async function read(caller: ReturnType<typeof api.as>, name: keyof typeof reading): Promise<string> {
  const { status, json } = await caller.call(name, { params: { chain, ...reading[name] } });
  expect([name, status]).toEqual([name, 200]);
  return JSON.stringify(json);
}

test.each(names)("shows secrets of webhooks in %s to callers who may change chains", async (name) => {
  expect(await read(api.as("editor", account), name)).toContain("-password-");
  expect(await read(api.asKey(account, scopes), name)).toContain("-password-");
});

test.each(names)(
  "hides secrets of webhooks in %s from viewers and keys that cannot change chains",
  async (name) => {
    const others = scopes.filter((scope: Scope) => scope !== "chains:write");
    for (const caller of [api.as("viewer", account), api.asKey(account, others)]) {
      const text = await read(caller, name);
      expect(text).not.toContain("-password-");
      expect(text).toContain("https://example.org/hook?(hidden)");
      expect(text).toContain('"name":"Authorization"');
    }
  },
);

test("imports what a viewer exported, and publishes it only with its secrets entered again", async () => {
  const exported = await api.as("viewer", account).call("exportChain", { params: { chain } });
  const editor = api.as("editor", account);
  const given = { chain: exported.json, name: "Copy" };
  const refused = await editor.call("importChain", { body: { ...given, publish: {} } });
  expect(refused.status).toBe(422);
  const lines = [
    'Node "hook", url: must be entered again: a part of it was hidden from the person who exported the chain',
    'Node "hook", headers.0.value: must be entered again: the value of the header "Authorization" was hidden from the person who exported the chain',
  ];
  expect(refused.json.detail).toContain(lines[0]);
  const imported = await editor.call("importChain", { body: given });
  expect(imported.status).toBe(201);
  const params = { chain: imported.json.chain.uuid };
  expect((await editor.call("publishChain", { params, body: {} })).status).toBe(422);

  const definition = definitionWith("a-password-3");
  const [hook] = exported.json.definition.nodes.filter(({ id }: { id: string }) => id === "hook");
  hook.config.url = "https://example.org/hook";
  const half = { ...definition, nodes: [definition.nodes[0], hook, definition.nodes[2]] };
  const save = (body: object, revision: number) =>
    editor.call("saveDraft", { params, body, headers: { "if-match": `"${revision}"` } });
  expect((await save(half, 1)).status).toBe(200);
  const still = await editor.call("publishChain", { params, body: {} });
  expect(still.json.detail).toContain(lines[1]);
  expect((await save(definition, 2)).status).toBe(200);
  expect((await editor.call("publishChain", { params, body: {} })).status).toBe(201);
});
