import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { TestProxy } from "../../packages/server/src/installation/cluster/test-proxy.ts";
import { mainVariable, sourceMain } from "../../scripts/build-server.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";
import { regenerateUnderLoad } from "./regenerate-under-load.ts";

setDefaultTimeout(180_000);

const rounds = 20;
const stoppedIn = [5];
const cutFromBusIn = [8];
const cutFromDatabaseIn = [11];

describeUnless(await whyNoEngines(), "tokens that are replaced under load on three ingest nodes", () => {
  let weir: WeirCluster;
  let bus: TestProxy;
  let database: TestProxy;
  let owner: BrowserSession;
  let nodes: ClusterNode[];

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    bus = new TestProxy(Number(new URL(weir.nats.url).port));
    database = new TestProxy(weir.postgres.server.port);
    const manage = weir.launch("manage");
    weir.launch("process");
    nodes = [
      weir.launch("ingest"),
      weir.launch("ingest", { WEIR_NATS_URL: `nats://127.0.0.1:${bus.port}` }),
      weir.launch("ingest", throughDatabaseProxy()),
    ];
    for (const node of [manage, ...nodes]) await weir.untilReady(node);
    owner = await BrowserSession.setUp({
      url: manage.url,
      get logText() {
        return weir.logText;
      },
    });
  });
  afterAll(async () => {
    await weir?.[Symbol.asyncDispose]();
    bus?.[Symbol.dispose]();
    database?.[Symbol.dispose]();
  });

  function throughDatabaseProxy(): Record<string, string> {
    const url = new URL(weir.postgres.url);
    url.port = String(database.port);
    return { WEIR_POSTGRES_URL: url.href };
  }

  async function createDevice(): Promise<{ uuid: string; token: string }> {
    const body = { name: "A device", sensors: [{ slug: "temperature" }] };
    return (await owner.call("POST", "./devices", body)).json;
  }

  test("are refused by every node once the call has returned, even by nodes that were stopped or cut off", async () => {
    const report = await regenerateUnderLoad({
      owner,
      device: await createDevice(),
      urls: nodes.map(({ url }) => url),
      rounds,
      disturb(round) {
        if (stoppedIn.includes(round)) {
          nodes[0]!.process.kill("SIGSTOP");
          return () => nodes[0]!.process.kill("SIGCONT");
        }
        const proxy = cutFromBusIn.includes(round)
          ? bus
          : cutFromDatabaseIn.includes(round)
            ? database
            : null;
        if (proxy === null) return undefined;
        proxy.isCut = true;
        return () => proxy.heal();
      },
    });
    expect(report.violations).toEqual([]);
    // Every round has tried the old token on every node, and devices could send all the time.
    expect(report.refused).toBeGreaterThan(rounds * nodes.length);
    expect(report.accepted).toBeGreaterThan(rounds);
  });

  test("the check reports a node that accepts readings without its lease", async () => {
    const broken = weir.launch("ingest", {
      ...throughDatabaseProxy(),
      BUN_OPTIONS: `--preload=${join(import.meta.dir, "ignore-lease.ts")}`,
      // It changes the sources, so it would not affect a build of them.
      [mainVariable]: sourceMain,
    });
    await weir.untilReady(broken);
    const report = await regenerateUnderLoad({
      owner,
      device: await createDevice(),
      urls: [broken.url],
      rounds: 1,
      disturb() {
        database.isCut = true;
        return () => database.heal();
      },
    });
    expect(report.violations.map(({ law }) => law)).toContain("an old token was accepted");
  });
});
