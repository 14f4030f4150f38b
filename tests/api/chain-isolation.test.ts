/** Work on chains that takes long is done apart: the server answers everybody else, and the account that asked has limits. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { handoversMax } from "@weir/rule-engine/rehearsal";
import { heavyChain } from "../../packages/server/src/manage/chain-work/test-heavy-chains.ts";
import { saving } from "../../packages/server/src/manage/test-chains.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { BrowserSession } from "./browser-session.ts";

const weir = new WeirInstallation();
let owner: BrowserSession;
/** Leads on through as many chains as it may. */
let heaviest = "";

beforeAll(async () => {
  const server = await weir.start();
  owner = await BrowserSession.setUp(weir);
  for (let index = 0; index <= handoversMax; index++) {
    const definition = heavyChain(index === 0 ? null : heaviest);
    const chain = { format: "weir-chain", version: 1, name: `Heavy ${index}`, definition };
    const { status, json } = await owner.call("POST", "./chains/import", { chain, publish: {} });
    expect(status).toBe(201);
    heaviest = json.chain.uuid;
  }
  await server.stop();
});

afterAll(() => weir[Symbol.asyncDispose]());

/** Starts the server anew with other settings. */
async function running(env: Record<string, string>, check: () => Promise<void>): Promise<void> {
  const server = await weir.start({ env });
  try {
    await check();
  } finally {
    await server.stop();
  }
}

const dryRun = (session: BrowserSession, readings: number) =>
  session.call("POST", `./chains/${heaviest}/dry-run`, {
    version: "live",
    samples: Array.from({ length: readings }, () => ({ value: 1 })),
  });

test("the server answers others while a dry run is going on, and refuses more of the same account", async () => {
  await running({ WEIR_CHAIN_CHECK_DEADLINE_S: "60", WEIR_CHAIN_CHECKS_PER_ACCOUNT: "1" }, async () => {
    const made = await owner.call("POST", "/accounts", { name: "Office" });
    expect(made.status).toBe(201);
    let isOver = false;
    const long = (async () => {
      // The first that comes gets the only place, which may be the check below.
      while ((await dryRun(owner, 200)).status === 429);
      isOver = true;
    })();
    const validate = (account: string, chain: string) =>
      owner.call("POST", `/accounts/${account}/chains/${chain}/validate`, { definition: saving });
    await waitUntil("the dry run is under way", async () => {
      const { status, json, headers } = await validate(owner.account, heaviest);
      if (status !== 429) return false;
      expect(json.limit).toEqual({ setting: "chain_checks_per_account", max: 1 });
      expect([json.code, headers.get("retry-after")]).toEqual(["check_limit", "1"]);
      return true;
    });
    expect((await fetch(`${weir.url}/healthz`)).status).toBe(200);
    expect((await owner.call("GET", `./chains/${heaviest}`)).status).toBe(200);
    const { json: chains } = await owner.call("GET", `/accounts/${made.json.uuid}/chains`);
    const other = await validate(made.json.uuid, chains.items[0].uuid);
    expect([other.status, other.json]).toEqual([200, { publishable: true, problems: [] }]);
    expect(isOver).toBe(false);
    // Stopping the server gives it up.
    void long.catch(() => undefined);
  });
});

test("a dry run over its deadline is refused with the node that it had come to, and the next one is done", async () => {
  await running({ WEIR_CHAIN_CHECK_DEADLINE_S: "0.1" }, async () => {
    // On a busy machine the thread may have had to wait before it came to an expensive node.
    await waitUntil("an expensive node is named", async () => {
      const { status, json } = await dryRun(owner, 1);
      expect([status, json.code]).toEqual([422, "check_deadline"]);
      expect(json.errors).toEqual([{ field: expect.stringMatching(/^nodes/), message: json.detail }]);
      return json.detail.includes('at node "Look ');
    });
    await waitUntil("a small check is done in time", async () => {
      const next = await owner.call("POST", `./chains/${heaviest}/validate`, { definition: saving });
      return next.status === 200;
    });
  });
});
