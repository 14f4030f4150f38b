import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { BrowserSession } from "../api/browser-session.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(180_000);

describeUnless(await whyNoEngines(), "a cluster with a process for each role", () => {
  let weir: WeirCluster;
  let ingest: ClusterNode;
  let manage: ClusterNode;
  let owner: BrowserSession;

  beforeAll(async () => {
    weir = await WeirCluster.startEngines();
    // In an order in which each waits for what others bring.
    weir.launch("deliver");
    weir.launch("process");
    ingest = weir.launch("ingest");
    manage = weir.launch("manage");
    for (const node of [ingest, manage]) await weir.untilReady(node);
    owner = await BrowserSession.setUp({
      url: manage.url,
      get logText() {
        return weir.logText;
      },
    });
  });
  afterAll(() => weir[Symbol.asyncDispose]());

  async function createDevice(contract: "queued" | "stored") {
    const body = { name: `${contract} device`, contract, sensors: [{ slug: "temperature", unit: "°C" }] };
    const { status, json } = await owner.call("POST", "./devices", body);
    if (status !== 201) throw new Error(`${JSON.stringify(json)}\n${weir.logText}`);
    return { ...json, sensor: json.sensors[0].uuid } as { uuid: string; token: string; sensor: string };
  }

  const valuesOf = async ({ uuid, sensor }: { uuid: string; sensor: string }): Promise<number[]> => {
    const { json } = await owner.call("GET", `./devices/${uuid}/sensors/${sensor}/readings`);
    return json.items.map(({ value }: { value: number }) => value);
  };

  test("a device made over the API sends readings, which are stored in PostgreSQL and listed", async () => {
    const device = await createDevice("queued");
    const answer = await postReadings(ingest.url, device, { sensor: "temperature", data: { value: 21.5 } });
    expect(answer.status).toBe(202);
    await waitUntil("the reading is listed", async () => (await valuesOf(device)).length === 1, 30_000);
    expect(await valuesOf(device)).toEqual([21.5]);
    await using database = new Bun.SQL(weir.postgres.url, { max: 1 });
    const rows: { value: number }[] = await database`SELECT value FROM weir_store.readings`;
    expect(rows.map(({ value }) => value)).toEqual([21.5]);
  });

  test("an answer under the stored contract waits until its readings are settled", async () => {
    const device = await createDevice("stored");
    // The address of the stored contract has the sensor's UUID.
    const answer = await postReadings(ingest.url, device, { sensor: device.sensor, data: { value: 5 } });
    expect(answer.status).toBe(201);
    expect(await valuesOf(device)).toEqual([5]);
  });

  test("the nodes of devices say that people are served elsewhere", async () => {
    expect((await fetch(`${ingest.url}/`)).status).toBe(421);
    expect((await fetch(`${manage.url}/`, { headers: { accept: "text/html" } })).status).toBe(200);
    expect((await fetch(`${manage.url}/nothing/here`)).status).toBe(404);
  });
});
