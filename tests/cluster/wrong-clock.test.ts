import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { node } from "@weir/rule-engine/testing/write-chain";
import { mainVariable, sourceMain } from "../../scripts/build-server.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { ShiftedClock } from "../browser/world/shifted-clock.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

const hourMs = 3_600_000;
const messages = 20;
/** Longer than a deliverer takes to look for messages again. */
const answerAfterMs = 700;

describeUnless(await whyNoEngines(), "processes whose clocks are wrong by an hour", () => {
  const folder = tempFolder();
  const clocks: ShiftedClock[] = [];
  const received: number[] = [];
  let receiver: Bun.Server<undefined>;
  let weir: WeirCluster;
  let ingest: ClusterNode;
  let device: { uuid: string; token: string };

  beforeAll(async () => {
    receiver = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        const { data } = (await request.json()) as { data: { value: number } };
        received.push(data.value);
        await Bun.sleep(answerAfterMs);
        return new Response(null, { status: 204 });
      },
    });
    weir = await WeirCluster.startEngines();
    const manage = weir.launch("manage");
    weir.launch("process", wrongBy(hourMs));
    weir.launch("deliver", wrongBy(-hourMs));
    weir.launch("deliver", { WEIR_OUTBOX_ALLOW: "127.0.0.1" });
    ingest = weir.launch("ingest", wrongBy(-hourMs));
    for (const node of [manage, ingest]) await weir.untilReady(node);
    const owner = await BrowserSession.setUp({
      url: manage.url,
      get logText() {
        return weir.logText;
      },
    });
    const definition = {
      nodes: [
        node("input", "input"),
        node("hook", "webhook", { url: `http://127.0.0.1:${receiver.port}/hook` }),
        node("save", "save"),
      ],
      wires: [
        { from: "input", output: "out", to: "hook" },
        { from: "hook", output: "queued", to: "save" },
      ],
    };
    const { json: chain } = await owner.call("POST", "./chains", { name: "Send", definition });
    await owner.call("POST", `./chains/${chain.uuid}/publish`, {});
    const body = { name: "A device", sensors: [{ slug: "temperature" }], chain: chain.uuid };
    device = (await owner.call("POST", "./devices", body)).json;
  });
  afterAll(async () => {
    await weir?.[Symbol.asyncDispose]();
    void receiver?.stop(true);
    for (const clock of clocks) clock[Symbol.dispose]();
    folder[Symbol.dispose]();
  });

  /** The environment of a process with such a clock. */
  function wrongBy(ms: number): Record<string, string> {
    const clock = new ShiftedClock(join(folder.path, `clock-${clocks.length}`), Date.now() + ms);
    clocks.push(clock);
    return {
      ...clock.env,
      WEIR_OUTBOX_ALLOW: "127.0.0.1",
      BUN_OPTIONS: `--preload=${clock.preload}`,
      // It changes the sources, so it would not affect a build of them.
      [mainVariable]: sourceMain,
    };
  }

  test("store readings with the right time, and deliver messages of chains once and when they are due", async () => {
    const values = Array.from({ length: messages }, (_, nth) => nth + 1);
    const sentMs = Date.now();
    for (const value of values) {
      const { status } = await postReadings(ingest.url, device, { sensor: "temperature", data: { value } });
      expect(status).toBe(202);
    }
    await using database = new Bun.SQL(weir.postgres.url, { max: 1 });
    await waitUntil(
      "every message is delivered",
      async () =>
        (await database`SELECT FROM weir_store.outbox WHERE state = 'delivered'`).length === messages,
      60_000,
    );
    expect(received.toSorted((one, other) => one - other)).toEqual(values);
    const [times] =
      await database`SELECT min(at_us) / 1000 AS first, max(at_us) / 1000 AS last FROM weir_store.readings`;
    expect(Math.abs(Number(times.first) - sentMs)).toBeLessThan(hourMs / 2);
    expect(Math.abs(Number(times.last) - sentMs)).toBeLessThan(hourMs / 2);
  });
});
