import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Scope, scopes } from "@weir/protocol/manage/access";
import { chainRoutes } from "@weir/protocol/manage/chain-routes";
import { chainVersionRoutes } from "@weir/protocol/manage/chain-version-routes";
import { chainHandlers } from "./chain-handlers.ts";
import { chainVersionHandlers } from "./chain-version-handlers.ts";
import { ApiUnderTest, type TestAccount } from "./testing/api-under-test.ts";

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
    ...{ format: "weir-chain", version: 1, name: "Hook" },
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

test.each(names)("%s shows secrets of webhooks to whoever may change chains", async (name) => {
  expect(await read(api.as("editor", account), name)).toContain("-password-");
  expect(await read(api.asKey(account, scopes), name)).toContain("-password-");
});

test.each(names)(
  "%s hides secrets of webhooks from viewers and keys that cannot change chains",
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
