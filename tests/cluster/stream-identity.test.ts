import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import type { NoticeJson } from "@weir/protocol/manage/cluster-forms";
import { BrowserSession } from "../api/browser-session.ts";
import { plainEnvironment } from "../cli/weir-command.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { testNats, whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";

setDefaultTimeout(240_000);

const patienceMs = 60_000;
const weirCommand = join(import.meta.dir, "../../bin/weir");

describeUnless(await whyNoEngines(), "a cluster whose stream in NATS is lost", () => {
  let weir: WeirCluster;
  let manage: ClusterNode;
  let ingest: ClusterNode;
  let owner: BrowserSession;
  let device: { uuid: string; token: string; sensor: string };
  let sent = 0;

  beforeEach(async () => {
    weir = await WeirCluster.startEngines();
    await start();
    owner = await BrowserSession.setUp({
      url: manage.url,
      get logText() {
        return weir.logText;
      },
    });
    const body = { name: "Probe", contract: "queued", sensors: [{ slug: "temperature" }] };
    const { json } = await owner.call("POST", "./devices", body);
    device = { uuid: json.uuid, token: json.token, sensor: json.sensors[0].uuid };
    for (let count = 0; count < 5; count++) expect(await send()).toBe(202);
    await untilStored(5);
  });
  afterEach(() => weir[Symbol.asyncDispose]());

  async function start(env: Record<string, string> = {}): Promise<void> {
    for (const { process } of weir.nodes) process.kill("SIGKILL");
    weir.launch("process", env);
    ingest = weir.launch("ingest", env);
    manage = weir.launch("manage", env);
  }

  async function send(): Promise<number> {
    const data = { value: ++sent, timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, sent)).toISOString() };
    return (await postReadings(ingest.url, device, { sensor: "temperature", data })).status;
  }

  async function untilStored(count: number): Promise<void> {
    await using database = new Bun.SQL(weir.postgres.url, { max: 1 });
    const stored = async () => Number((await database`SELECT count(*) FROM weir.readings`)[0].count);
    await waitUntil(`${count} readings are stored`, async () => (await stored()) === count, patienceMs);
  }

  async function untilLastStored(): Promise<void> {
    await using database = new Bun.SQL(weir.postgres.url, { max: 1 });
    const found = () => database`SELECT FROM weir.readings WHERE value = ${sent}`;
    await waitUntil("the last reading is stored", async () => (await found()).length === 1, patienceMs);
  }

  async function changeStream(
    change: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<unknown>,
  ) {
    const connection = await connect({ servers: weir.nats.url });
    await change(await jetstreamManager(connection));
    await connection.close();
  }

  /** Deletes the stream of readings, and creates one with the same settings if asked to. */
  const deleteStream = (isCreatedAgain: boolean) =>
    changeStream(async ({ streams }) => {
      for await (const { config } of streams.list()) {
        await streams.delete(config.name);
        if (isCreatedAgain) await streams.add(config);
      }
    });

  const notices = async () =>
    (await owner.at(manage.url, owner.account).call("GET", "./system")).json.notices as NoticeJson[];
  const untilNoticed = () =>
    waitUntil(
      "there is a serious notice",
      async () => (await notices()).some(({ kind, serious }) => kind === "wrong_stream" && serious),
      patienceMs,
    );

  /** Running processes end when an operator has adopted a stream, and are started again by whatever watches them. */
  async function adoptAndStart(): Promise<void> {
    const running = weir.nodes.filter(({ process }) => process.exitCode === null);
    expect(await adopt()).toContain("continues in the stream");
    for (const { process } of running) await process.exited;
    await start();
    await weir.untilReady(ingest);
  }

  const readiness = async ({ url }: ClusterNode): Promise<string> => {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    return answer === null ? "" : `${answer.status} ${await answer.text()}`;
  };

  async function untilRefused(reason: string): Promise<void> {
    await waitUntil(
      `/readyz says "${reason}"`,
      async () => (await readiness(ingest)).includes(reason),
      patienceMs,
    );
    expect(await readiness(ingest)).toStartWith("503");
    expect(await send()).toBe(503);
  }

  async function adopt(env: Record<string, string> = {}): Promise<string> {
    const command = Bun.spawn([weirCommand, "cluster", "adopt-stream", "--yes"], {
      env: { ...plainEnvironment(), ...weir.settings, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [text, errors] = await Promise.all([
      new Response(command.stdout).text(),
      new Response(command.stderr).text(),
    ]);
    expect(`${await command.exited} ${errors}`).toBe("0 ");
    return text;
  }

  test("refuses readings while it runs, also when the stream was created again, and continues when an operator adopts a new one", async () => {
    await deleteStream(true);
    await untilRefused("created again");
    await untilNoticed();
    expect(await (await fetch(`${manage.url}/metrics`)).text()).toContain("weir_queue_stream_right 0\n");
    await adoptAndStart();
    expect(await send()).toBe(202);
    await untilStored(6);
    expect(await adopt()).toContain("Nothing was changed.");
    await using database = new Bun.SQL(weir.postgres.url, { max: 1 });
    const entries = await database`SELECT actor_kind, source, confirmed, after FROM weir_control.audit_log
      WHERE action = 'stream.adopt'`;
    expect([...entries]).toMatchObject([{ actor_kind: "operator", source: "command line", confirmed: 1 }]);
    expect(JSON.parse(entries[0].after)).toMatchObject({ copied_entries: expect.any(Number) });
  });

  test("refuses to start on servers that were set up anew, and continues without a restart when an operator adopts a new stream", async () => {
    await using other = await testNats();
    const env = { WEIR_NATS_URL: other.url };
    await start(env);
    await untilRefused("is not in NATS");
    await waitUntil("manage is ready", async () => (await readiness(manage)).startsWith("200"), patienceMs);
    expect(await readiness(manage)).toContain("weir cluster adopt-stream");
    await adopt(env);
    await weir.untilReady(ingest);
    for (let count = 0; count < 5; count++) expect(await send()).toBe(202);
    await untilStored(10);
  });

  test("refuses readings when the stream has lost its end, offers to adopt a new one, and stores everything sent from then on", async () => {
    const streams = join(weir.nats.folder, "jetstream");
    const older = `${streams}-older`;
    await weir.nats.restart(() => cpSync(streams, older, { recursive: true }));
    await waitUntil("a reading is accepted", async () => (await send()) === 202, patienceMs);
    await untilLastStored();
    await weir.nats.restart(() => {
      rmSync(streams, { recursive: true });
      cpSync(older, streams, { recursive: true });
    });
    await untilRefused("NATS has lost entries or was restored from an older copy");
    expect(await readiness(ingest)).toContain("weir cluster adopt-stream");
    await untilNoticed();
    await adoptAndStart();
    expect(await send()).toBe(202);
    await untilLastStored();
  });

  test("refuses a process with another cluster_name, and copies what waits in the stream of the old name", async () => {
    for (const { process, role } of weir.nodes) if (role === "process") process.kill("SIGKILL");
    for (let count = 0; count < 3; count++) expect(await send()).toBe(202);
    const env = { WEIR_CLUSTER_NAME: "renamed" };
    await start(env);
    await untilRefused('cluster_name is \\"renamed\\"');
    expect(await adopt(env)).toContain("Copied 8 readings");
    await weir.untilReady(ingest);
    expect(await send()).toBe(202);
    await untilStored(9);
  });
});
