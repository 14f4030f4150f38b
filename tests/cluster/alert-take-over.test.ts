import { expect, setDefaultTimeout, test } from "bun:test";
import { TestReceiver } from "../../packages/server/src/deliver/channels/test-receiver.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

const above = { kind: "above", limit: 30 };
/** The first one fires before the processor is killed. The run of the second one begins before and ends after. */
const rules = [
  { name: "Hot", condition: above },
  { name: "Hot for long", condition: { ...above, for_readings: 3 } },
];

describeUnless(await whyNoEngines(), "alert rules in a cluster whose processor is killed", () => {
  test("raise and clear each alarm once, and the channel is told of each change once", async () => {
    using receiver = new TestReceiver();
    await using weir = await WeirCluster.startEngines();
    const processors = [weir.launch("process"), weir.launch("process")];
    weir.launch("deliver", { WEIR_OUTBOX_ALLOW: "127.0.0.1" });
    const ingest = weir.launch("ingest");
    const manage = weir.launch("manage", { WEIR_OUTBOX_ALLOW: "127.0.0.1" });
    for (const node of [ingest, manage]) await weir.untilReady(node);
    const owner = await BrowserSession.setUp({
      url: manage.url,
      get logText() {
        return weir.logText;
      },
    });
    await using database = new Bun.SQL(weir.postgres.url, { max: 1 });

    const make = async (path: string, body: object) => {
      const { status, json } = await owner.call("POST", path, body);
      expect(status).toBe(201);
      return json;
    };
    const device = await make("./devices", { name: "Freezer", sensors: [{ slug: "air" }] });
    const target = { kind: "sensor", sensor: device.sensors[0].uuid };
    for (const rule of rules)
      await make("./alert-rules", { ...rule, target, severity: "critical", text: "{{value}}" });
    const ops = await make("./channels", { name: "Ops", target: { kind: "webhook", url: receiver.url } });
    await make("./notification-rules", { name: "All", channels: [ops.uuid] });
    const send = async (value: number) => {
      const answer = await postReadings(ingest.url, device, { sensor: "air", data: { value } });
      expect(answer.status).toBe(202);
    };
    const told = () => receiver.received.map(({ body }) => JSON.parse(body.toString()));

    await send(31);
    await waitUntil("the first alarm is told", () => receiver.received.length > 0, 60_000);
    await send(32);
    const [settling] = await database`
      SELECT pid FROM weir_cluster.members JOIN weir_store.partition_leases ON owner = id
      JOIN weir_store.partitions USING (partition) WHERE saved > 0`;
    const killed = processors.find(({ process }) => process.pid === settling.pid)!;
    killed.process.kill("SIGKILL");
    await send(33);
    await waitUntil("the second alarm is told", () => told().length > 1, 60_000);
    await send(20);
    await waitUntil("everything is told", () => told().length >= 4, 60_000);
    await waitUntil("everything is settled", async () => {
      const [waiting] = await database`
        SELECT count(*)::int AS count FROM weir_store.outbox WHERE state = 'waiting'`;
      return waiting.count === 0;
    });

    const changes = told().map(({ type, alarms }) => `${type} ${alarms[0].name}`);
    expect(changes.sort()).toEqual([
      "alarm.cleared Hot",
      "alarm.cleared Hot for long",
      "alarm.raised Hot",
      "alarm.raised Hot for long",
    ]);
    const keys = receiver.received.map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(4);
    const alarms = await database`
      SELECT name, raised_value AS raised, readings::int, cleared_us IS NOT NULL AS "isCleared"
      FROM weir_store.alarms ORDER BY name`;
    expect([...alarms]).toEqual([
      { name: "Hot", raised: 31, readings: 3, isCleared: true },
      { name: "Hot for long", raised: 33, readings: 1, isCleared: true },
    ]);
  });
});
