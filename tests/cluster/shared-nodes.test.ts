import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import { pairPolicy } from "../../packages/server/src/manage/people/sign-in-throttle.ts";
import { stepAt, totpCode } from "../../packages/server/src/manage/people/totp.ts";
import { decodeBase32 } from "../../packages/server/src/web/testing/test-base32.ts";
import { BrowserSession, ownerPassword } from "../api/browser-session.ts";
import { LiveSocket } from "../api/live-socket.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

const rateLimit = 20;

describeUnless(await whyNoEngines(), "a cluster with two nodes for devices and two for people", () => {
  let weir: WeirCluster;
  let nodes: ClusterNode[];
  /** The same person at each of the nodes for people. */
  let one: BrowserSession;
  let other: BrowserSession;
  let manage: ClusterNode[];
  let device: { uuid: string; token: string; sensors: { uuid: string }[] };

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    weir.launch("process");
    manage = [weir.launch("manage"), weir.launch("manage")];
    const env = { WEIR_RATE_LIMIT: String(rateLimit), WEIR_TRUSTED_PROXIES: "127.0.0.1" };
    nodes = [1, 2].map(() => weir.launch("ingest", env));
    for (const node of [...manage, ...nodes]) await weir.untilReady(node);
    one = await BrowserSession.setUp({
      url: manage[0]!.url,
      get logText() {
        return weir.logText;
      },
    });
    other = one.at(manage[1]!.url);
    const body = { name: "A device", contract: "queued", sensors: [{ slug: "temperature", unit: "°C" }] };
    device = (await one.call("POST", "./devices", body)).json;
  });
  afterAll(() => weir?.[Symbol.asyncDispose]());

  test("recognises readings on every node, and shares one limit of requests", async () => {
    const timestamp = new Date(Date.now() - 1000).toISOString();
    const post = (nth: number, value: number) =>
      postReadings(nodes[nth % 2]!.url, device, { sensor: "temperature", data: { value, timestamp } });
    const first = await post(0, 1);
    const second = await post(1, 1);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(await second.text()).toContain('"duplicates":1');
    const answers: Response[] = [first, second];
    for (let nth = 0; nth < rateLimit + 5; nth++) answers.push(await post(nth, 2 + nth));
    // Each node reports what is left of the shared limit.
    const left = answers.map(({ headers }) => Number(headers.get("x-ratelimit-remaining")));
    expect(left.slice(0, rateLimit)).toEqual(
      Array.from({ length: rateLimit }, (_, nth) => rateLimit - 1 - nth),
    );
    expect(left.slice(rateLimit)).toEqual(new Array(7).fill(0));
    const statuses = answers.slice(2).map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(rateLimit - 2);
    expect(statuses.slice(rateLimit - 2)).toEqual(new Array(7).fill(429));
  });

  test("creates one device for a hardware id that asks at every node at once, and gives out one token", async () => {
    const third = weir.launch("manage");
    await weir.untilReady(third);
    const template = (await one.call("POST", "./templates", { name: "Freezer" })).json;
    const terms = { name: "Factory", template: template.uuid };
    const { key } = (await one.call("POST", "./provisioning-keys", terms)).json;
    // Another test may have used up the limit of this address.
    const elsewhere = { headers: { "x-forwarded-for": "192.0.2.7" } };
    const ask = async (url: string) => {
      const response = await fetch(`${url}/api/v1/provision`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", ...elsewhere.headers },
        body: JSON.stringify({ provisioning_key: key, hardware_id: "SN-1" }),
      });
      return { status: response.status, json: (await response.json()) as Record<string, string> };
    };
    const urls = [...manage, third].map(({ url }) => url);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, nth) => ask(urls[nth % 3]!)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...new Array(199).fill(200), 201]);
    const given = answers.filter(({ json }) => json.token !== undefined);
    expect(given).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.device_uuid)).size).toBe(1);
    const [{ json }] = given as [(typeof given)[number]];
    const own = { uuid: json.device_uuid!, token: json.token! };
    // Every node for devices knows the token by now. The device has no sensor.
    for (const { url } of nodes) {
      const sent = await postReadings(url, own, { sensor: "none", data: { value: 1 } }, elsewhere);
      expect(sent.status).toBe(404);
    }
    expect(await ask(nodes[0]!.url)).toMatchObject({ status: 421, json: { error: "misdirected_request" } });
    await third.process.kill();
  });

  /** Sends a part of a file to an import. */
  const append = async (person: BrowserSession, uuid: string, offset: number, part: string) => {
    const url = `${person.url}${managePath}/accounts/${person.account}/imports/${uuid}`;
    const headers = {
      cookie: person.cookie,
      "sec-fetch-site": "same-origin",
      "upload-offset": String(offset),
      "content-type": "application/octet-stream",
    };
    return (await fetch(url, { method: "PATCH", headers, body: part })).json();
  };

  test("continues an import on another node, in either mode, and reads its result and its readings there", async () => {
    const lines = ["at,value", "2026-01-01,1", "2026-01-02,2", "nonsense,3", "2026-01-03,4"];
    const file = lines.join("\n");
    for (const [nth, mode] of (["store", "chain"] as const).entries()) {
      const body = { name: `Imported ${mode}`, sensors: [{ slug: "level" }] };
      const { json: made } = await other.call("POST", "./devices", body);
      const wanted = { format: "csv", mode, device: made.uuid, sensor: "level" };
      const begun = (await one.call("POST", "./imports", wanted)).json;
      // Cut within the line of the second reading, which the other node has to put together.
      const cut = file.indexOf("-02,2");
      await append(one, begun.uuid, 0, file.slice(0, cut));
      const progress = (await other.call("GET", `./imports/${begun.uuid}`)).json;
      expect(progress).toMatchObject({ state: "open", received_bytes: cut, accepted: 1 });
      // An open import is found on every node by the key of its file, or by its offset.
      expect(await append(other, begun.uuid, 0, file)).toMatchObject({ code: "wrong_offset" });
      await append(other, begun.uuid, cut, file.slice(cut));
      const finished = (await other.call("POST", `./imports/${begun.uuid}/finish`)).json;
      const result = (await one.call("GET", `./imports/${begun.uuid}`)).json;
      expect(result).toEqual(finished);
      expect(result).toMatchObject({ state: "finished", lines: 5, accepted: 3, duplicates: 0 });
      expect(result.problems).toEqual([{ line: 4, reason: expect.stringContaining("ISO 8601") }]);
      const exported = async (person: BrowserSession) =>
        (await person.call("GET", `./devices/${made.uuid}/exports/readings`)).json as string;
      const rows = async () => (await exported([one, other][nth]!)).trim().split("\r\n").length - 1;
      await waitUntil("the readings are exported", async () => (await rows()) === 3, 30_000);
      expect(await exported(one)).toBe(await exported(other));
    }
  });

  test("stops an import on the node that receives it when it is cancelled on another", async () => {
    const begun = (await one.call("POST", "./imports", { format: "csv", mode: "store" })).json;
    expect((await other.call("GET", "./imports")).json.items[0].uuid).toBe(begun.uuid);
    await append(one, begun.uuid, 0, "device,sensor,at,value\n");
    expect((await other.call("DELETE", `./imports/${begun.uuid}`)).status).toBe(204);
    expect(await append(one, begun.uuid, 23, "a,b,2026-01-01,1\n")).toMatchObject({ code: "unknown_import" });
  });

  test("lets people continue on another node: invitations, two-step sign-in and proofs", async () => {
    const email = "grace@example.org";
    const { json: invitation } = await one.call("POST", "./invitations", { email, role: "owner" });
    const password = "seven tall poplars in a row";
    const guest = new BrowserSession(manage[1]!.url);
    const accepted = await guest.call("POST", "/invitations/accept", {
      token: invitation.token,
      name: "Grace",
      password,
    });
    expect(accepted.status).toBe(200);
    const grace = guest.at(manage[0]!.url, one.account);
    const { json: started } = await grace.call("POST", "/session/totp", { password });
    const seed = decodeBase32(started.secret);
    const codeOf = (step: number) => totpCode(seed, step);
    const step = stepAt(Date.now());
    const back = grace.at(manage[1]!.url);
    const confirmed = await back.call("POST", "/session/totp/confirm", { code: codeOf(step) });
    expect(confirmed.status).toBe(200);
    // The code was used on the other node, and the proof of one node counts on the other.
    const again = back.at(manage[0]!.url);
    const used = await again.call("POST", "/session/proof", { totp: codeOf(step) });
    expect(used.json).toMatchObject({ code: "wrong_code" });
    expect((await again.call("POST", "/session/proof", { password })).status).toBe(200);
    const key = { name: "Laptop", scopes: ["account:read"] };
    expect((await back.call("POST", "./api-keys", key)).status).toBe(201);
  });

  test("makes a page look anew that comes back to another node, whose events have other ids", async () => {
    const open = (node: ClusterNode, lastEventId?: string) =>
      LiveSocket.open({
        url: node.url,
        account: one.account,
        cookie: one.cookie,
        ...(lastEventId === undefined ? {} : { lastEventId }),
      });
    using first = await open(manage[0]!);
    using there = await open(manage[1]!);
    using resumed = await open(manage[1]!, first.lastId!);
    using same = await open(manage[1]!, there.lastId!);
    await waitUntil("it is told", () => resumed.events[0]?.event === "reset");
    expect(same.events).toEqual([]);
  });

  test("counts wrong passwords on all nodes together, and on each alone while Redis is away", async () => {
    const tries = async (email: string, from: BrowserSession[]) => {
      const statuses: number[] = [];
      for (let nth = 0; nth < pairPolicy.freeTries + 2; nth++)
        for (const person of from) {
          const session = new BrowserSession(person.url);
          statuses.push((await session.call("POST", "/session", { email, password: "wrong" })).status);
        }
      return statuses;
    };
    const past = (statuses: number[]) => statuses.filter((status) => status === 401).length;
    // One more is looked at when no free ones are left.
    expect(past(await tries("ada@example.org", [one, other]))).toBe(pairPolicy.freeTries + 1);
    const right = { email: "ada@example.org", password: ownerPassword };
    expect((await new BrowserSession(one.url).call("POST", "/session", right)).status).toBe(429);
    await weir.redis.process.kill();
    const noticed = async () => (await other.call("GET", "./system")).json.notices;
    await waitUntil(
      "the nodes have noticed",
      async () => (await noticed()).some(({ kind }: { kind: string }) => kind === "redis_away"),
      30_000,
    );
    expect(past(await tries("bob@example.org", [one, other]))).toBe(2 * (pairPolicy.freeTries + 1));
    const metrics = await (await fetch(`${one.url}/metrics`)).text();
    expect(metrics).toMatch(/weir_redis_up\{role="manage",.*\} 0/);
  });

  test("refuses to start on queue servers that do not sync if sync is required, and says why", async () => {
    weir.launch("ingest", { WEIR_QUEUE_REQUIRE_SYNC: "true" });
    await waitUntil("the node has refused", async () => weir.logText.includes("queue_require_sync"), 30_000);
    // The exact problem depends on the version of the server.
    expect(weir.logText).toMatch(/acknowledges \w+.*queue_require_sync/);
    expect(weir.logText).not.toContain("failed unexpectedly");
  });
});
