import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { processRoles } from "@weir/protocol/closed-sets";
import { BrowserSession } from "../api/browser-session.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { freePort } from "../harness/free-port.ts";
import { postReadings } from "../harness/post-readings.ts";
import { usualPartitions } from "../harness/usual-partitions.ts";
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
    // In an order in which each role has to wait for others.
    weir.launch("deliver");
    weir.launch("process", { WEIR_LOG_LEVEL: "debug" });
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

  test("stores the readings of a device that was created over the API in PostgreSQL, and lists them", async () => {
    const device = await createDevice("queued");
    const answer = await postReadings(ingest.url, device, { sensor: "temperature", data: { value: 21.5 } });
    expect(answer.status).toBe(202);
    await waitUntil("the reading is listed", async () => (await valuesOf(device)).length === 1, 30_000);
    expect(await valuesOf(device)).toEqual([21.5]);
    await using database = new Bun.SQL(weir.postgres.url, { max: 1 });
    const rows = await database`SELECT device, sensor_slug, value FROM weir.readings`;
    expect([...rows]).toEqual([{ device: "queued device", sensor_slug: "temperature", value: 21.5 }]);
  });

  test("answers under the stored contract when the readings are settled", async () => {
    const device = await createDevice("stored");
    // The address under the stored contract contains the sensor's UUID.
    const answer = await postReadings(ingest.url, device, { sensor: device.sensor, data: { value: 5 } });
    expect(answer.status).toBe(201);
    expect(await valuesOf(device)).toEqual([5]);
  });

  test("says at a node's address which engines the node waits for, and can be stopped meanwhile", async () => {
    const nowhere = `127.0.0.1:${freePort()}`;
    const env = { WEIR_NATS_URL: `nats://${nowhere}` };
    const waiting = weir.launch("ingest", env);
    const other = weir.launch("manage", { ...env, WEIR_POSTGRES_URL: `postgres://${nowhere}/weir` });
    const found = async ({ url }: ClusterNode) => {
      const answer = await fetch(`${url}/readyz`).catch(() => null);
      return answer === null ? null : `${answer.status} ${JSON.stringify(await answer.json())}`;
    };
    const missing = (...engines: string[]) =>
      `503 ${JSON.stringify({ status: "unavailable", missing: engines })}`;
    await waitUntil("NATS is missing", async () => (await found(waiting)) === missing("NATS"), 30_000);
    await waitUntil(
      "both are missing",
      async () => (await found(other)) === missing("PostgreSQL", "NATS"),
      30_000,
    );
    expect((await fetch(`${waiting.url}/healthz`)).status).toBe(200);
    // A node answers before it has first tried to connect, so the log may be later than the answer.
    for (const line of ["waiting for PostgreSQL", "NATS cannot be reached"])
      await waitUntil(`the log says "${line}"`, async () => weir.logText.includes(line), 30_000);
    for (const { process } of [waiting, other]) {
      process.kill("SIGTERM");
      expect(await process.exited).toBe(0);
    }
  });

  test("names queue servers that may not sync at /readyz, and refuses them if sync is required", async () => {
    for (const { url } of [ingest, manage]) {
      const { status, notes } = (await (await fetch(`${url}/readyz`)).json()) as Record<string, unknown>;
      expect([status, String(notes)]).toEqual(["ready", expect.stringContaining("sync")]);
    }
    const strict = weir.launch("ingest", { WEIR_QUEUE_REQUIRE_SYNC: "true" });
    expect(await strict.process.exited).toBe(1);
    expect(weir.logText).toContain("queue_require_sync is set");
  });

  test("lets no role join with another token key, and says what to do", async () => {
    const env = { WEIR_TOKEN_KEY: Buffer.alloc(32, "wrong").toString("base64") };
    const refused = processRoles.map((role) => weir.launch(role, env));
    for (const { process } of refused) expect(await process.exited).toBe(1);
    const reasons = weir.logText.match(/WEIR_TOKEN_KEY is not the key of this cluster.*accept-key/g);
    expect(reasons?.length).toBe(processRoles.length);
  });

  test("ends a process at its start if PostgreSQL allows fewer connections than it may open", async () => {
    await using database = new Bun.SQL(weir.postgres.url, { max: 1 });
    await database.unsafe("CREATE ROLE limited LOGIN CONNECTION LIMIT 20");
    const url = weir.postgres.url.replace("postgres@", "limited@");
    const node = weir.launch("process", { WEIR_POSTGRES_URL: url });
    expect(await node.process.exited).not.toBe(0);
    expect(weir.logText).toContain("allows Weir 20 connections, and this process alone may open 23. Raise");
  });

  test("says on the nodes for devices that people are served elsewhere", async () => {
    expect((await fetch(`${ingest.url}/`)).status).toBe(421);
    expect((await fetch(`${manage.url}/`, { headers: { accept: "text/html" } })).status).toBe(200);
    expect((await fetch(`${manage.url}/nothing/here`)).status).toBe(404);
  });

  test("accepts nothing on a node that has lost an engine, and says which one is missing", async () => {
    const device = await createDevice("queued");
    await weir.nats.process.kill();
    await waitUntil(
      "it is not ready",
      async () => (await fetch(`${ingest.url}/readyz`)).status === 503,
      30_000,
    );
    expect(await (await fetch(`${ingest.url}/readyz`)).json()).toEqual({
      status: "unavailable",
      missing: ["NATS"],
    });
    const answer = await postReadings(ingest.url, device, { sensor: "temperature", data: { value: 1 } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).not.toBeNull();
    const failures = (level: string) =>
      weir.logText
        .split("\n")
        .filter((line) => line.includes(level) && line.includes("could not be settled"));
    // Every partition fails. Only the first failure is for the operator.
    await waitUntil(
      "all partitions have failed",
      () => failures('"debug"').length >= usualPartitions - 1,
      60_000,
    );
    expect(failures('"error"')).toHaveLength(1);
  });
});
