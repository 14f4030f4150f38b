import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { processRoles } from "@weir/protocol/closed-sets";
import { TestProxy } from "../../packages/server/src/installation/cluster/test-proxy.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { freePort } from "../harness/free-port.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

/** A node that is without the bus for this long accepts nothing. */
const leaseMs = 2000;
/**
 * While engines are away, open requests get 2 s and closing gets 6 s. A node with all roles lets ingest and manage hand
 * over for 2 s each before the processors stop. The rest is for a busy machine.
 */
const stopMaxMs = 20_000;

describeUnless(await whyNoEngines(), "processes that are cut off from their engines", () => {
  let weir: WeirCluster;
  let nats: TestProxy;
  let postgres: TestProxy;
  let nodes: ClusterNode[];
  let ingest: ClusterNode;
  let device: { uuid: string; token: string };
  let lastValue = 0;

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    nats = new TestProxy(Number(new URL(weir.nats.url).port));
    postgres = new TestProxy(weir.postgres.server.port);
    const database = new URL(weir.postgres.url);
    database.port = String(postgres.port);
    const env = { WEIR_NATS_URL: `nats://127.0.0.1:${nats.port}`, WEIR_POSTGRES_URL: database.href };
    nodes = processRoles.map((role) => weir.launch(role, env));
    nodes.unshift(weir.launch("all", { ...env, WEIR_MANAGE_PORT: String(freePort()) }));
    ingest = nodes.find(({ role }) => role === "ingest")!;
    const manage = nodes.find(({ role }) => role === "manage")!;
    for (const node of [ingest, manage, nodes[0]!]) await weir.untilReady(node);
    const owner = await BrowserSession.setUp({
      url: manage.url,
      get logText() {
        return weir.logText;
      },
    });
    const body = { name: "A device", sensors: [{ slug: "temperature" }] };
    device = (await owner.call("POST", "./devices", body)).json;
  });
  afterAll(async () => {
    await weir?.[Symbol.asyncDispose]();
    nats?.[Symbol.dispose]();
    postgres?.[Symbol.dispose]();
  });

  const send = async () =>
    (await postReadings(ingest.url, device, { sensor: "temperature", data: { value: ++lastValue } })).status;

  test("accept nothing after their lease without the bus, and accept again by themselves", async () => {
    expect(await send()).toBe(202);
    nats.isCut = true;
    const cutMs = performance.now();
    // A request from before the end of the lease is answered soon after that end, not only when the node gives up on
    // the queue.
    const waiting = send();
    const statuses: number[] = [];
    while (statuses.length < 20) {
      const isLate = performance.now() - cutMs > leaseMs;
      if (isLate) statuses.push(await send());
      else await Bun.sleep(leaseMs - (performance.now() - cutMs) + 1);
    }
    expect(statuses).toEqual(new Array(20).fill(503));
    expect(await waiting).toBe(503);
    expect(weir.logText).toContain("the lease of this member has ended");
    nats.heal();
    await waitUntil("it accepts again", async () => (await send()) === 202, 60_000);
    await weir.untilReady(ingest);
  });

  test("stop within seconds in every role, and with all roles", async () => {
    nats.isCut = true;
    postgres.isCut = true;
    // They wait for the queue and for control data.
    const waiting = [send().catch(() => null), fetch(`${nodes.at(-1)!.url}/readyz`).catch(() => null)];
    const beganMs = performance.now();
    for (const node of nodes) node.process.kill("SIGTERM");
    const timer = setTimeout(() => {
      for (const node of nodes) node.process.kill("SIGKILL");
    }, stopMaxMs);
    const codes = await Promise.all(nodes.map((node) => node.process.exited));
    clearTimeout(timer);
    expect([codes, performance.now() - beganMs < stopMaxMs]).toEqual([nodes.map(() => 0), true]);
    await Promise.all(waiting);
    expect(weir.logText).toContain('"deadline_s":6');
  });
});
