/** Who may listen to which live events and how often at a time, and that a stream ends when that changes. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { type Scope, scopes } from "@weir/protocol/manage/access";
import { type LiveEventKind, liveEventKinds, liveEventScopes } from "@weir/protocol/manage/live-events";
import type { Problem } from "@weir/protocol/manage/problem";
import { managePath } from "@weir/protocol/manage/route";
import { weir as runWeir } from "../cli/weir-command.ts";
import { type InstalledWeir, installWeir } from "../harness/install-weir.ts";
import type { InstalledDevice } from "../harness/installed-data.ts";
import { postReadings } from "../harness/post-readings.ts";
import { unlessCluster } from "../harness/unless-cluster.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { BrowserSession } from "./browser-session.ts";
import { LiveSocket } from "./live-socket.ts";
import { startWithOwner } from "./serve-owner.ts";

setDefaultTimeout(120_000);

const perCaller = 3;
/** Well below the minute after which streams are checked anyway. */
const atOnceMs = 10_000;
const password = "a long walk by the river";

let weir: InstalledWeir;
let owner: BrowserSession;

beforeAll(async () => {
  weir = installWeir({
    WEIR_STREAMS_PER_CALLER: String(perCaller),
    WEIR_STREAMS_PER_ACCOUNT: "40",
    WEIR_ACCOUNT_CREATORS: "everyone",
  });
  owner = (await startWithOwner(weir)).owner;
});
afterAll(() => weir[Symbol.asyncDispose]());

async function createDevice(name: string, chain?: string): Promise<InstalledDevice> {
  const body = { name, sensors: [{ slug: "a" }], chain };
  const { status, json } = await owner.call("POST", "./devices", body);
  expect(status).toBe(201);
  return json;
}

let keysMade = 0;
async function createKey(allowed: readonly Scope[]) {
  const body = { name: `Key ${keysMade++}`, scopes: allowed };
  const { status, json } = await owner.call("POST", "./api-keys", body);
  expect([status, json]).toEqual([201, expect.anything()]);
  return json as { readonly uuid: string; readonly key: string };
}

/** A member who has signed in. */
async function signInAs(email: string): Promise<BrowserSession> {
  await weir.createMember({ email, password, role: "editor" });
  const session = new BrowserSession(weir.url);
  const { status } = await session.call("POST", "/session", { email, password });
  expect(status).toBe(201);
  session.account = owner.account;
  return session;
}

let opened = 0;

/** Uses one node after another, because a proxy notices a closed page only when it has something to send. */
function listen(who: { readonly key?: string; readonly cookie?: string }, query = ""): Promise<LiveSocket> {
  const urls = weir.urlsOf("manage");
  return LiveSocket.open({ url: urls[opened++ % urls.length]!, account: owner.account, query, ...who });
}

async function post(device: InstalledDevice, value: number): Promise<void> {
  const response = await postReadings(weir.url, device, { sensor: "a", data: { value } });
  expect(response.status).toBe(202);
}

describe("a stream ends at once when", () => {
  async function expectEndOf(stream: LiveSocket, act: () => Promise<unknown>): Promise<void> {
    using witness = await listen({ cookie: owner.cookie });
    expect(stream.isEnded).toBeFalse();
    await act();
    await waitUntil("the stream has ended", () => stream.isEnded, atOnceMs);
    expect(witness.isEnded).toBeFalse();
  }

  test("its API key is revoked", async () => {
    const { uuid, key } = await createKey(["readings:read"]);
    await expectEndOf(await listen({ key }), async () => {
      expect((await owner.call("DELETE", `./api-keys/${uuid}`)).status).toBe(204);
    });
  });

  unlessCluster("it changes the file")("its API key expires", async () => {
    const { uuid, key } = await createKey(["readings:read"]);
    // Keys expire after days at the earliest. Nothing announces this change, so the stream has to end by itself.
    using control = new Database(join(weir.dataDir!, "control.db"));
    const expiresAt = (Date.now() + 6000) * 1000;
    control.query("UPDATE api_keys SET expires_at = ? WHERE uuid = ?").run(expiresAt, uuid);
    await expectEndOf(await listen({ key }), () => Promise.resolve());
  });

  test("its session is ended by its person, here or from elsewhere", async () => {
    const vi = await signInAs("vi@example.org");
    const elsewhere = new BrowserSession(weir.url);
    await elsewhere.call("POST", "/session", { email: "vi@example.org", password });
    const stream = await listen({ cookie: vi.cookie });
    await expectEndOf(stream, () => elsewhere.call("DELETE", "/session/sessions"));
    const own = await listen({ cookie: elsewhere.cookie });
    await expectEndOf(own, () => elsewhere.call("DELETE", "/session"));
  });

  test("its person is removed from the account", async () => {
    const bo = await signInAs("bo@example.org");
    const { json } = await owner.call("GET", "./members");
    const { uuid } = json.items.find(({ email }: { email: string }) => email === "bo@example.org");
    await expectEndOf(await listen({ cookie: bo.cookie }), async () => {
      expect((await owner.call("DELETE", `./members/${uuid}`)).status).toBe(204);
    });
  });

  test("its person leaves the account", async () => {
    const cy = await signInAs("cy@example.org");
    await expectEndOf(await listen({ cookie: cy.cookie }), () => cy.call("POST", "./leave"));
  });

  unlessCluster("the operator's commands work on a data folder")(
    "its person is deleted on the command line",
    async () => {
      const di = await signInAs("di@example.org");
      await expectEndOf(await listen({ cookie: di.cookie }), async () => {
        const { code } = await runWeir(["user", "delete", "di@example.org", "--data", weir.dataDir!]);
        expect(code).toBe(0);
      });
    },
  );
});

const perNode = "each manage node counts its own streams";

describe("streams are limited", () => {
  async function refusal(key: string) {
    const response = await fetch(`${weir.url}${managePath}/accounts/${owner.account}/live`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return {
      status: response.status,
      retry: response.headers.get("retry-after"),
      json: (await response.json()) as Problem,
    };
  }

  unlessCluster(perNode)(
    "for one key, which does not touch anybody else, and until one of them ends",
    async () => {
      using open = new DisposableStack();
      const { key } = await createKey(["readings:read"]);
      for (let nth = 0; nth < perCaller; nth++) open.use(await listen({ key }));
      const refused = await refusal(key);
      expect(refused).toMatchObject({ status: 429, retry: "30", json: { code: "too_many_listeners" } });
      expect(refused.json.detail).toContain("streams_per_caller");
      expect(refused.json.limit).toEqual({ setting: "streams_per_caller", max: perCaller });
      const { key: other } = await createKey(["readings:read"]);
      (await listen({ key: other }))[Symbol.dispose]();
      open.dispose();
      await waitUntil("there is room again", async () => {
        try {
          (await listen({ key }))[Symbol.dispose]();
          return true;
        } catch {
          return false;
        }
      });
    },
  );

  unlessCluster(perNode)("for one person over all their accounts", async () => {
    using open = new DisposableStack();
    const mo = await signInAs("mo@example.org");
    const { json: own } = await mo.call("POST", "/accounts", { name: "Mo's" });
    const watch = (account: string) => LiveSocket.open({ url: weir.url, account, cookie: mo.cookie });
    for (let nth = 0; nth < perCaller - 1; nth++) open.use(await watch(owner.account));
    open.use(await watch(own.uuid));
    for (const account of [owner.account, own.uuid]) {
      const { status, json } = await mo.call("GET", `/accounts/${account}/live`);
      expect([status, json.code]).toEqual([429, "too_many_listeners"]);
      expect(json.detail).toContain("streams_per_caller");
    }
  });

  unlessCluster(perNode)("for one account, whose many keys do not lock out another", async () => {
    using open = new DisposableStack();
    let refused: Awaited<ReturnType<typeof refusal>> | null = null;
    for (let opened = 0; opened <= 40; opened++) {
      const { key } = await createKey(["readings:read"]);
      if (opened < 40) open.use(await listen({ key }));
      else refused = await refusal(key);
    }
    expect(refused).toMatchObject({ status: 429, json: { code: "too_many_listeners" } });
    expect(refused!.json.detail).toContain("streams_per_account");
    expect(refused!.json.limit).toEqual({ setting: "streams_per_account", max: 40 });
    const { json: other } = await owner.call("POST", "/accounts", { name: "Another plant" });
    const elsewhere = await LiveSocket.open({ url: weir.url, account: other.uuid, cookie: owner.cookie });
    open.use(elsewhere);
    expect(elsewhere.isEnded).toBeFalse();
  });
});

describe("a key hears only of what its scopes cover", () => {
  /** Causes one event of every kind, and waits until the owner, who may see everything, has received each. */
  async function makeEverythingHappen(witness: LiveSocket): Promise<void> {
    const definition = {
      nodes: [
        { id: "in", type: "input" },
        { id: "hot", type: "raise-alarm", config: { name: "Hot", message: "It is {{value}} °C." } },
        { id: "save", type: "save" },
      ],
      wires: [
        { from: "in", output: "out", to: "hot" },
        { from: "hot", output: "raised", to: "save" },
      ],
    };
    const exported = { format: "weir-chain", version: 1, name: "Alarming", definition };
    const { status, json } = await owner.call("POST", "./chains/import", { chain: exported, publish: {} });
    expect([status, json]).toEqual([201, expect.anything()]);
    const hot = await createDevice("Hot", json.chain.uuid);
    await post(hot, 31.5);
    await waitUntil("the alarm is told", () => witness.events.some(({ event }) => event === "alarm"));
    await loseReading(hot, witness);
    const gone = await createDevice("Gone");
    await owner.call("DELETE", `./devices/${gone.uuid}`);
    for (const kind of liveEventKinds) {
      await waitUntil(`${kind} is told`, () => witness.events.some(({ event }) => event === kind));
    }
  }

  /**
   * Loses a reading: the output for an active alarm has no wire. The store is held meanwhile, because an outcome is sent
   * only for requests that are processed after they were announced.
   */
  async function loseReading(device: InstalledDevice, witness: LiveSocket): Promise<void> {
    const requests = () => witness.events.filter(({ event }) => event === "activity").length;
    await waitUntil("the request before is told", () => requests() > 0);
    const before = requests();
    await using _ = await weir.holdStore();
    await post(device, 32.25);
    await waitUntil("the request is told", () => requests() > before);
  }

  test("for every kind of event and every scope", async () => {
    using open = new DisposableStack();
    const witness = open.use(await listen({ cookie: owner.cookie }));
    const listening = new Map<Scope, LiveSocket>();
    const covered = (scope: Scope) => liveEventKinds.filter((kind) => liveEventScopes[kind] === scope);
    for (const scope of scopes) {
      const { key } = await createKey([scope]);
      for (const kind of liveEventKinds) {
        const asked = await fetch(`${weir.url}${managePath}/accounts/${owner.account}/live?kinds=${kind}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        const isCovered = liveEventScopes[kind] === scope;
        expect([scope, kind, asked.status]).toEqual([scope, kind, isCovered ? 200 : 403]);
        await asked.body?.cancel();
      }
      if (covered(scope).length > 0) listening.set(scope, open.use(await listen({ key })));
    }
    await makeEverythingHappen(witness);
    for (const [scope, stream] of listening) {
      const kinds = covered(scope);
      const seen = () => new Set(stream.events.map(({ event }) => event as LiveEventKind));
      await waitUntil(`${scope} has seen ${kinds}`, () => kinds.every((kind) => seen().has(kind)));
      expect([scope, [...seen()].sort()]).toEqual([scope, [...kinds].sort()]);
      if (scope !== "readings:read") expect(JSON.stringify(stream.events)).not.toMatch(/31\.5|32\.25/);
    }
    const alarm = witness.events.find(({ event }) => event === "alarm")!.data;
    expect(alarm).toMatchObject({ value: 31.5, message: "It is 31.5 °C." });
  });
});
