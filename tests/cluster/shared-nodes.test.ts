import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { BrowserSession } from "../api/browser-session.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

const rateLimit = 20;

describeUnless(await whyNoEngines(), "two nodes that devices talk to", () => {
  let weir: WeirCluster;
  let nodes: ClusterNode[];
  let device: { uuid: string; token: string };

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    weir.launch("process");
    const manage = weir.launch("manage");
    nodes = [1, 2].map(() => weir.launch("ingest", { WEIR_RATE_LIMIT: String(rateLimit) }));
    for (const node of [manage, ...nodes]) await weir.untilReady(node);
    const owner = await BrowserSession.setUp({
      url: manage.url,
      get logText() {
        return weir.logText;
      },
    });
    const body = { name: "A device", contract: "queued", sensors: [{ slug: "temperature", unit: "°C" }] };
    device = (await owner.call("POST", "./devices", body)).json;
  });
  afterAll(() => weir?.[Symbol.asyncDispose]());

  test("recognise each other's readings, and share one limit of requests", async () => {
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

  test("refuse to start on queue servers that do not sync if sync is required, and say why", async () => {
    weir.launch("ingest", { WEIR_QUEUE_REQUIRE_SYNC: "true" });
    await waitUntil("the node has refused", async () => weir.logText.includes("queue_require_sync"), 30_000);
    // The exact problem depends on the version of the server.
    expect(weir.logText).toMatch(/acknowledges \w+.*queue_require_sync/);
    expect(weir.logText).not.toContain("failed unexpectedly");
  });
});
