import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createClusterTables } from "../../packages/server/src/installation/cluster/create-cluster-tables.ts";
import { ClusterTarget } from "../../packages/server/src/installation/cluster/migration/cluster-target.ts";
import { writeMarker } from "../../packages/server/src/installation/cluster/migration/migration-marker.ts";
import { lockDataFolder } from "../../packages/server/src/installation/embedded/data-lock.ts";
import { EmbeddedSource } from "../../packages/server/src/installation/embedded/migration/embedded-source.ts";
import { migratedShapes } from "../../packages/server/src/installation/embedded/migration/table-shapes.ts";
import { copyData } from "../../packages/server/src/installation/migration/copy-data.ts";
import { verifyData } from "../../packages/server/src/installation/migration/verify-data.ts";
import {
  openPostgres,
  type Postgres,
  type PostgresQuery,
} from "../../packages/server/src/platform/postgres/open-postgres.ts";
import { BrowserSession } from "../api/browser-session.ts";
import { type CommandResult, plainEnvironment, weir as runWeir } from "../cli/weir-command.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoEngines } from "../harness/engines.ts";
import { postReadings } from "../harness/post-readings.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { usualPartitions } from "../harness/usual-partitions.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { type ClusterNode, WeirCluster } from "../harness/weir-cluster.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { type FilledInstallation, fillInstallation, stageReadings } from "./filled-installation.ts";
import { seeInstallation } from "./seen-installation.ts";

setDefaultTimeout(180_000);

const launcher = join(import.meta.dir, "..", "..", "bin", "weir");
/** The webhook of the chain reaches nobody and is retried. */
const settings = { WEIR_OUTBOX_ALLOW: "127.0.0.1" };

describeUnless(await whyNoEngines(), "an installation that is migrated", () => {
  const folder = tempFolder();
  // Its queue has two partitions.
  const weir = new WeirInstallation({ env: { ...settings, WEIR_PROCESS_COUNT: "2" } });
  let cluster: WeirCluster;
  let filled: FilledInstallation;
  let env: Record<string, string>;
  let nodes: ClusterNode[] = [];

  beforeAll(async () => {
    const engines = WeirCluster.startEngines();
    filled = await fillInstallation(weir);
    stageReadings(weir.dataDir, [filled.other.sensors[0]!.id, filled.other.sensors[1]!.id]);
    cluster = await engines;
    env = {
      WEIR_NATS_URL: cluster.nats.url,
      WEIR_POSTGRES_URL: cluster.postgres.url,
      ...settings,
      WEIR_REDIS_URL: cluster.redis.url,
      WEIR_TOKEN_KEY: readFileSync(join(weir.dataDir, "token.key")).toString("base64"),
    };
  });
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await weir[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const migrate = (to: "cluster" | "embedded", data: string, ...flags: string[]) =>
    runWeir(["migrate", "--to", to, "--data", data, ...flags], env);
  const expectCopied = ({ code, stdout, stderr }: CommandResult) => {
    expect({ code, stderr }).toEqual({ code: 0, stderr });
    expect(stdout).toStartWith("Copied ");
    expect(stdout).not.toContain("DIFFERENT");
  };
  const expectRefused = ({ code, stderr }: CommandResult, words: string) => {
    expect(stderr).toContain(words);
    expect(code).toBe(1);
  };

  /** Kills the command when it says that it has copied this. */
  async function killAfter(step: string, to: "cluster" | "embedded", data: string): Promise<void> {
    const child = Bun.spawn([launcher, "migrate", "--to", to, "--data", data], {
      env: plainEnvironment(env),
      stdio: ["ignore", "ignore", "pipe"],
    });
    let text = "";
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.includes(`\n${step}: `)) child.kill("SIGKILL");
    }
    await child.exited;
    if (child.signalCode !== "SIGKILL") throw new Error(`It ended before it was killed:\n${text}`);
  }

  test("is not copied with another token key or while it runs, and a dry run changes nothing", async () => {
    const wrong = Buffer.alloc(32, "wrong").toString("base64");
    const args = ["migrate", "--to", "cluster", "--data", weir.dataDir];
    const withWrongKey = await runWeir(args, { ...env, WEIR_TOKEN_KEY: wrong });
    expectRefused(withWrongKey, "WEIR_TOKEN_KEY is not the key of this installation");
    expect(withWrongKey.stderr).not.toContain(wrong);
    const lock = lockDataFolder(weir.dataDir);
    expectRefused(await migrate("cluster", weir.dataDir), "Weir is running on ");
    lock.release();
    const planned = await migrate("cluster", weir.dataDir, "--dry-run");
    expect(planned.stdout).toStartWith("Would copy the data folder");
    expect(planned.stdout).toContain("Accepted readings in the queue, which would be processed first: 1");
    await using database = new Bun.SQL(cluster.postgres.url, { max: 1 });
    expect([...(await database`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'weir%'`)]).toEqual([]);
  });

  test("continues where it was when the copy is killed, and reports a lost row", async () => {
    await killAfter("chains", "cluster", weir.dataDir);
    const early = cluster.launch("manage", env);
    expect(await early.process.exited).toBe(1);
    expect(cluster.logText).toContain("An installation is being copied into this database.");
    await killAfter("single readings", "cluster", weir.dataDir);
    await using database = new Bun.SQL(cluster.postgres.url, { max: 1 });
    await database`DELETE FROM weir_store.readings WHERE (sensor_id, at_us) IN
      (SELECT sensor_id, at_us FROM weir_store.readings LIMIT 1)`;
    const differs = await migrate("cluster", weir.dataDir);
    expectRefused(differs, "The copy is not the same as the source:\n  readings: ");
    expect(differs.stderr).not.toContain("devices: ");
    const done = await migrate("cluster", weir.dataDir, "--restart");
    expectCopied(done);
    for (const data of [
      "readings",
      "alarms",
      "dead_letters",
      "outbox",
      "requests",
      "node_states",
      "quarantine",
    ])
      expect(done.stdout).toMatch(new RegExp(`^${data} .* same$`, "m"));
    const again = await migrate("cluster", weir.dataDir);
    expectRefused(again, "was copied into a cluster");
    const served = await runWeir(["serve", "--data", weir.dataDir, "--port", "0"]);
    expectRefused(served, "To use the folder all the same");
    expectRefused(await runWeir(["group", "create", "Lost", "--data", weir.dataDir]), "To use the folder");
  });

  test("is the same in the cluster, and continues to work there", async () => {
    nodes = (["ingest", "manage", "process"] as const).map((role) => cluster.launch(role, env));
    for (const node of nodes.slice(0, 2)) await cluster.untilReady(node);
    const [ingest, manage] = nodes as [ClusterNode, ClusterNode, ClusterNode];
    const { seen, waitingValue } = filled;
    const now = await seeInstallation(manage.url, filled);
    expect(now.readings.c!.at(-1)).toMatchObject({ value: waitingValue });
    expect(now).toEqual({
      ...seen,
      requests: now.requests,
      audit: now.audit,
      readings: { ...seen.readings, c: now.readings.c! },
    });
    expect(now.readings.c!.slice(0, -1)).toEqual([...seen.readings.c!]);
    expect(now.audit.slice(-seen.audit.length)).toEqual([...seen.audit]);
    expect(now.requests.slice(-seen.requests.length)).toEqual([...seen.requests]);
    await worksOn({ ingestUrl: ingest.url, manageUrl: manage.url }, [30, 31, 32]);
  });

  test("goes back into a data folder, and continues to work there", async () => {
    const data = join(folder.path, "back");
    expectRefused(await migrate("embedded", data), "are running: ");
    const waitingValue = 6;
    const [ingest, manage, processor] = nodes as [ClusterNode, ClusterNode, ClusterNode];
    const seen = await seeInstallation(manage.url, filled);
    await stop(processor);
    const sent = await postReadings(ingest.url, filled.meter, { sensor: "c", data: { value: waitingValue } });
    expect(sent.status).toBe(202);
    await stop(ingest, manage);
    await killAfter("blocks of readings", "embedded", data);
    const unfinished = await runWeir(["serve", "--data", data, "--port", "0"]);
    expectRefused(unfinished, "has not finished");
    const done = await migrate("embedded", data);
    expectCopied(done);
    const late = cluster.launch("ingest", env);
    expect(await late.process.exited).toBe(1);
    expect(cluster.logText).toContain("was copied into a data folder");
    await using back = new WeirInstallation({ dataDir: data, env: settings });
    await back.start();
    const now = await seeInstallation(back.url, filled);
    expect(now.readings.b).toEqual([...filled.seen.readings.b!]);
    // The cluster has recognised a repeat meanwhile.
    const { duplicates, rejected } = filled.seen.counted;
    expect(now.counted).toEqual({ duplicates: duplicates + 1, rejected });
    expect(now.readings.c!.at(-1)).toMatchObject({ value: waitingValue });
    const old = -filled.seen.requests.length;
    expect(now.requests.slice(old)).toEqual(seen.requests.slice(old));
    await worksOn({ ingestUrl: back.url, manageUrl: back.url }, [40, 41, 42]);
  });

  async function stop(...stopped: readonly ClusterNode[]): Promise<void> {
    for (const { process } of stopped) process.kill("SIGTERM");
    for (const { process } of stopped) await process.exited;
  }

  /**
   * Checks that a repeat is a duplicate, that the third warm reading in a row raises an alarm, and that ids continue.
   * Ends with two warm readings.
   */
  async function worksOn(
    { ingestUrl, manageUrl }: { readonly ingestUrl: string; readonly manageUrl: string },
    [third, ...next]: readonly [number, ...number[]],
  ): Promise<void> {
    const { freezer, known, cookie, account } = filled;
    const owner = new BrowserSession(manageUrl, { cookie });
    owner.account = account;
    const alarmIds = async (): Promise<number[]> =>
      (await owner.call("GET", "./alarms")).json.items.map(({ id }: { id: number }) => id);
    const send = async (reading: object) => {
      const answer = await postReadings(ingestUrl, freezer, { data: [{ sensor_slug: "a", ...reading }] });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    const earlier = await alarmIds();
    expect(await send(known)).toMatchObject({ status: 202, accepted: 0, duplicates: 1 });
    expect(await send({ value: third })).toMatchObject({ status: 202, accepted: 1 });
    await waitUntil(
      "another alarm is raised",
      async () => (await alarmIds()).length > earlier.length,
      60_000,
    );
    const [newest] = (await alarmIds()).toSorted((one, other) => other - one);
    expect(newest).toBeGreaterThan(Math.max(...earlier));
    expect((await owner.call("POST", "./alarms/clear", { ids: [newest] })).status).toBe(200);
    const [letter] = (await owner.call("GET", "./dead-letters")).json.items;
    const replayed = await owner.call("POST", "./dead-letters/replay", { ids: [letter.id] });
    expect(replayed.json).toMatchObject({ replayed: 1, dead: 1 });
    for (const value of [third / 100, ...next]) expect(await send({ value })).toMatchObject({ accepted: 1 });
  }

  test("is copied in pages of any size, through any number of failures, and every difference is found", async () => {
    const postgres = openPostgres(await cluster.postgres.createDatabase(), { applicationName: "test" });
    using inSmallPages = new EmbeddedSource(weir.dataDir, 7);
    using source = new EmbeddedSource(weir.dataDir);
    const tables = migratedShapes();
    await writeMarker(postgres, { state: "copying in", source: "test" });
    await createClusterTables(postgres, { queuePartitions: usualPartitions });
    let attempts = 1;
    for (; !(await isCopied(postgres, inSmallPages, attempts)); attempts++);
    expect(attempts).toBeGreaterThan(10);
    const target = await ClusterTarget.open({ postgres, movedBy: 0 });
    const targetInSmallPages = await ClusterTarget.open({ postgres, movedBy: 0, pageMax: 5 });
    const inPages = await verifyData(inSmallPages.data, targetInSmallPages, tables, () => {});
    expect(inPages.filter(({ isSame }) => !isSame)).toEqual([]);
    const different = async () => {
      const comparisons = await verifyData(source.data, target, tables, () => {});
      return comparisons.filter(({ isSame }) => !isSame).map(({ subject }) => subject);
    };
    expect(await different()).toEqual([]);
    for (const [subject, change] of [
      ["readings", "UPDATE weir_store.readings SET received_us = received_us + 1 WHERE metadata IS NOT NULL"],
      ["readings", "UPDATE weir_store.blocks SET sensor_id = 1000 - sensor_id"],
      ["readings", "DELETE FROM weir_store.readings WHERE device_us IS NULL"],
      ["alarms", "UPDATE weir_store.alarms SET message = message || ' '"],
      ["node_states", "DELETE FROM weir_store.node_states"],
      ["requests", "DELETE FROM weir_store.request_blocks"],
      [
        "devices",
        "UPDATE weir_control.devices SET token_sealed = token_sealed || '\\x00' WHERE name = 'Meter'",
      ],
      ["totals and last ids", "UPDATE weir_store.counters SET total = total + 1 WHERE name = 'duplicates'"],
      ["totals and last ids", "SELECT setval('weir_control.devices_id_seq', 1)"],
    ] as const) {
      await postgres.query(change);
      expect(await different()).toContain(subject);
    }
    await postgres.close();
  });
});

/** Copies until a page fails, alternately before and after its transaction is committed. */
async function isCopied(postgres: Postgres, source: EmbeddedSource, attempt: number): Promise<boolean> {
  const failsEarly = attempt % 2 === 0;
  let pages = 0;
  const isPage = (query: string | PostgresQuery) =>
    typeof query !== "string" && query.name === "migration step" && ++pages > 0;
  const pagesMax = 3;
  const failing: Postgres = {
    address: postgres.address,
    pool: postgres.pool,
    close: () => postgres.close(),
    query(query, values) {
      isPage(query);
      return postgres.query(query, values);
    },
    async transact(work, options) {
      const before = pages;
      const fails = () => pages > before && pages > pagesMax;
      const answer = await postgres.transact(async (tx) => {
        const done = await work({
          query(query, values) {
            isPage(query);
            return tx.query(query, values);
          },
          send: (query) => tx.send(query),
        });
        if (fails() && failsEarly) throw new Error("before the commit");
        return done;
      }, options);
      if (fails()) throw new Error("after the commit");
      return answer;
    },
  };
  try {
    const target = await ClusterTarget.open({ postgres: failing, movedBy: 0 });
    await copyData(source.data, target, migratedShapes(), () => {});
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.endsWith("the commit")) return false;
    throw error;
  }
}
