import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { BrowserSession } from "../api/browser-session.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { usualPartitions } from "../harness/usual-partitions.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";
import { StreamTwin } from "./stream-twin.ts";

setDefaultTimeout(180_000);

/** Several devices in each partition. */
const devicesCount = 5 * usualPartitions;
const halves = String([usualPartitions / 2, usualPartitions / 2]);

describeUnless(await whyNoEngines(), "a cluster with several processors", () => {
  let weir: WeirCluster;
  let ingest: ClusterNode;
  let owner: BrowserSession;
  let processors: ClusterNode[];
  let database: Bun.SQL;
  const devices: { uuid: string; token: string }[] = [];
  const sent: number[] = [];

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    processors = [weir.launch("process"), weir.launch("process")];
    ingest = weir.launch("ingest");
    const manage = weir.launch("manage");
    for (const node of [ingest, manage]) await weir.untilReady(node);
    owner = await BrowserSession.setUp({
      url: manage.url,
      get logText() {
        return weir.logText;
      },
    });
    database = new Bun.SQL(weir.postgres.url, { max: 1 });
    for (let nth = 0; nth < devicesCount; nth++) {
      const body = { name: `Device ${nth}`, sensors: [{ slug: "temperature" }] };
      const { json } = await owner.call("POST", "./devices", body);
      devices.push(json);
    }
  });
  afterAll(async () => {
    await database?.close();
    await weir[Symbol.asyncDispose]();
  });

  /** Sends one reading of each device, with a value that was not sent before. */
  async function send(): Promise<void> {
    await Promise.all(
      devices.map(async (device) => {
        const value = sent.push(sent.length) - 1;
        const answer = await postReadings(ingest.url, device, { sensor: "temperature", data: { value } });
        expect(answer.status).toBe(202);
      }),
    );
  }

  const stored = async (): Promise<number[]> => {
    const rows: { value: number }[] = await database`SELECT value FROM weir_store.readings ORDER BY value`;
    return rows.map(({ value }) => value);
  };

  const sharesOfOwners = async (): Promise<number[]> => {
    const rows: { count: number }[] = await database`
      SELECT count(*)::int AS count FROM weir_store.partition_leases
      WHERE owner IS NOT NULL AND expires_at > clock_timestamp() GROUP BY owner ORDER BY owner`;
    return rows.map(({ count }) => count);
  };

  const untilStored = () =>
    waitUntil("all readings are stored", async () => (await stored()).length === sent.length, 60_000);

  test("shares the partitions between processors, each of which settles its own readings", async () => {
    await waitUntil("both have half of them", async () => String(await sharesOfOwners()) === halves, 60_000);
    await send();
    await untilStored();
    expect(await stored()).toEqual(sent);
    const rows: { partitions: number }[] = await database`
      SELECT count(*)::int AS partitions FROM weir_store.partitions WHERE saved > 0`;
    expect(rows[0]!.partitions).toBe(usualPartitions);
  });

  test("replaces a killed processor without losing or repeating anything", async () => {
    processors[0]!.process.kill("SIGKILL");
    await send();
    await untilStored();
    expect(await stored()).toEqual(sent);
    await waitUntil(
      "the other one has all of them",
      async () => String(await sharesOfOwners()) === String(usualPartitions),
    );
  });

  test("gives a new processor its share, and takes back the share of one that stops", async () => {
    processors.push(weir.launch("process"));
    await waitUntil("both have half of them", async () => String(await sharesOfOwners()) === halves, 60_000);
    await send();
    processors[1]!.process.kill("SIGTERM");
    await processors[1]!.process.exited;
    await send();
    await untilStored();
    expect(await stored()).toEqual(sent);
    expect(processors[1]!.process.exitCode).toBe(0);
  });

  test("an entry that the queue holds twice is settled once, also by a processor that did not settle the first", async () => {
    weir.launch("process");
    await waitUntil("both have half of them", async () => String(await sharesOfOwners()) === halves, 60_000);
    await using stream = await StreamTwin.open(weir.nats.url);
    const repeats = await stream.repeatLastEntries();
    expect(repeats.size).toBe(usualPartitions);
    await waitUntil("the repeats are settled", async () => {
      const rows: { partition: number; position: string }[] = await database`
        SELECT partition, position FROM weir_store.partitions`;
      return rows.every(({ partition, position }) => Number(position) >= (repeats.get(partition) ?? 0));
    });
    const rows: { saved: string; repeated: string }[] = await database`
      SELECT sum(saved) AS saved, sum(already_stored) AS repeated FROM weir_store.partitions`;
    expect(rows).toEqual([{ saved: String(sent.length), repeated: "0" }]);
  });
});
