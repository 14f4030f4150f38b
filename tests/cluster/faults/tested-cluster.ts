import { chmodSync, readFileSync } from "node:fs";
import { node } from "@weir/rule-engine/testing/write-chain";
import { TestReceiver } from "../../../packages/server/src/deliver/channels/test-receiver.ts";
import { answersRequests, isNodeReady } from "../../../scripts/cluster/start-node.ts";
import { WholeCluster, type WholeClusterOptions } from "../../../scripts/cluster/whole-cluster.ts";
import { isListening } from "../../../scripts/engines/engine-process.ts";
import { BrowserSession } from "../../api/browser-session.ts";
import type { StoredRow } from "../../crash/ledger.ts";
import { tempFolder } from "../../harness/temp-folder.ts";
import { usualPartitions } from "../../harness/usual-partitions.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { createAlarmedDevice } from "./alarmed-device.ts";
import type { AlarmRow } from "./broken-alarms.ts";
import { clusterRows } from "./cluster-rows.ts";
import type { OrderedDevice } from "./ordered-load.ts";
import { QueueView } from "./queue-view.ts";

/** Longer than anything takes on a busy machine. The table of the suite says how long it took. */
const wholeTimeoutMs = 300_000;
/** Longer than the database takes for any query here, unless it is down. */
const answerMaxMs = 3000;
const valuesPerDevice = 1e9;
/** Every fourth of the created devices is used, so that each processor has some of them. */
const devicesApart = 4;

/** Saves the reading, and under a second sensor the step from the sensor's previous reading. */
const orderChain = {
  nodes: [
    node("input", "input"),
    node("save", "save"),
    node("step", "delta", { per: "reading" }),
    node("save-step", "save", { sensor: "steps" }),
  ],
  wires: [
    { from: "input", output: "out", to: "save" },
    { from: "input", output: "out", to: "step" },
    { from: "step", output: "out", to: "save-step" },
  ],
};

/** A moment at which everything in the queue is settled. */
export interface SettledMoment {
  /** The end of the queue. */
  readonly end: number;
  readonly settled: ReadonlyMap<number, number>;
  readonly losses: ReportedLosses;
}

interface ReportedLosses {
  readonly entries: number;
  readonly readings: number;
}

/** A whole cluster with an owner, and devices whose chain records the order in which their readings were processed. */
export class TestedCluster implements AsyncDisposable {
  readonly weir: WholeCluster;
  readonly devices: OrderedDevice[] = [];
  /** Gets the webhooks of the chain and the notifications of the alarmed device. */
  readonly receiver = new TestReceiver();
  readonly #folder = tempFolder();
  #alarmed: OrderedDevice | null = null;
  #owner: BrowserSession | null = null;
  #queue: QueueView | null = null;
  #database: { readonly url: string; readonly sql: Bun.SQL } | null = null;

  private constructor(options: Omit<WholeClusterOptions, "folder">) {
    // PostgreSQL runs as another user if this process runs as root.
    chmodSync(this.#folder.path, 0o711);
    this.weir = new WholeCluster({
      ...options,
      folder: this.#folder.path,
      env: {
        ...withoutSettings(),
        WEIR_DEMO: "false",
        WEIR_RATE_LIMIT: "1000000000",
        WEIR_OUTBOX_ALLOW: "127.0.0.1",
        WEIR_CHANNEL_MESSAGES_PER_HOUR: "1000000",
        ...options.env,
      },
    });
  }

  static async start(
    devices: number,
    options: Omit<WholeClusterOptions, "folder"> = {},
  ): Promise<TestedCluster> {
    const cluster = new TestedCluster(options);
    try {
      await cluster.weir.start();
      cluster.#queue = await QueueView.open(cluster.weir.nats.map(({ port }) => port));
      await cluster.#setUp(devices);
      await cluster.untilWhole();
      return cluster;
    } catch (cause) {
      await cluster[Symbol.asyncDispose]();
      throw cause;
    }
  }

  get owner(): BrowserSession {
    if (this.#owner === null) throw new Error("The cluster has no owner yet.");
    return this.#owner;
  }

  /** A device whose readings raise alarms. It is not one of `devices`. */
  get alarmed(): OrderedDevice {
    if (this.#alarmed === null) throw new Error("The cluster has no alarmed device yet.");
    return this.#alarmed;
  }

  get queue(): QueueView {
    if (this.#queue === null) throw new Error("The cluster was not started.");
    return this.#queue;
  }

  async #setUp(devices: number): Promise<void> {
    const { logFile } = this.weir.of("manage").at(-1)!;
    const owner = await BrowserSession.setUp({
      url: this.weir.url,
      get logText() {
        return readFileSync(logFile, "utf8");
      },
    });
    this.#owner = owner;
    const { json: chain } = await owner.call("POST", "./chains", { name: "Order", definition: orderChain });
    await owner.call("POST", `./chains/${chain.uuid}/publish`, {});
    for (let nth = 0; nth < devices * devicesApart; nth++) {
      const sensors = [{ slug: "numbers" }, { slug: "steps" }];
      const body = { name: `Device ${nth}`, sensors, chain: chain.uuid };
      const { status, json } = await owner.call("POST", "./devices", body);
      if (status !== 201) throw new Error(`A device was not created: ${JSON.stringify(json)}`);
      if (nth % devicesApart > 0) continue;
      this.devices.push({
        device: { ...json, sensors: await this.#withIds(json.sensors) },
        valuesFrom: nth * valuesPerDevice,
        sent: 0,
        lastAtUs: 0,
      });
    }
    const alarmed = await createAlarmedDevice(owner, this.receiver.url);
    this.#alarmed = {
      device: { ...alarmed, sensors: await this.#withIds(alarmed.sensors) },
      valuesFrom: 0,
      sent: 0,
      lastAtUs: 0,
    };
  }

  #withIds<Sensor extends { readonly uuid: string }>(
    sensors: readonly Sensor[],
  ): Promise<(Sensor & { id: number })[]> {
    return this.ask(async (sql) => {
      const rows: { id: string; uuid: string }[] = await sql`SELECT id, uuid FROM weir_control.sensors`;
      const ids = new Map(rows.map(({ id, uuid }) => [uuid, Number(id)]));
      return sensors.map((sensor) => ({ ...sensor, id: ids.get(sensor.uuid)! }));
    });
  }

  /** Queries the primary. A connection that does not answer may be cut off, so the next query uses a new one. */
  async ask<Answer>(question: (sql: Bun.SQL) => Promise<Answer>): Promise<Answer> {
    const url = this.weir.postgres.primary.postgres.url();
    if (this.#database?.url !== url) this.#forgetDatabase();
    this.#database ??= { url, sql: new Bun.SQL(url, { max: 1, connectionTimeout: 3 }) };
    try {
      return await within(answerMaxMs, question(this.#database.sql));
    } catch (error) {
      this.#forgetDatabase();
      throw error;
    }
  }

  #forgetDatabase(): void {
    void this.#database?.sql.close({ timeout: 0 }).catch(() => undefined);
    this.#database = null;
  }

  /** The stored readings of all devices from a time on. */
  rows(fromUs: number): Promise<StoredRow[]> {
    const sensorIds = this.devices.flatMap(({ device }) => device.sensors.map(({ id }) => id));
    return this.ask((sql) => clusterRows(sql, sensorIds, fromUs));
  }

  /** The time of the newest stored reading of each device. */
  newestUs(fromUs: number): Promise<Map<number, number>> {
    const ids = `{${this.devices.map(({ device }) => device.sensors[0]!.id).join(",")}}`;
    return this.ask(async (sql) => {
      const rows: { id: string; at: string }[] = await sql`
        SELECT sensor_id AS id, max(at) AS at FROM (
          SELECT sensor_id, max(at_us) AS at FROM weir_store.readings
          WHERE sensor_id = ANY (${ids}::int4[]) AND at_us >= ${fromUs} GROUP BY sensor_id
          UNION ALL SELECT sensor_id, max(last_us) FROM weir_store.blocks
          WHERE sensor_id = ANY (${ids}::int4[]) AND last_us >= ${fromUs} GROUP BY sensor_id
        ) AS newest GROUP BY sensor_id`;
      return new Map(rows.map(({ id, at }) => [Number(id), Number(at)]));
    });
  }

  /** All alarms of the alarmed device so far. */
  alarms(): Promise<AlarmRow[]> {
    const [sensor] = this.alarmed.device.sensors;
    return this.ask(
      async (sql) =>
        await sql`SELECT id::text, raised_value AS "raisedValue", cleared_us IS NOT NULL AS "isCleared"
        FROM weir_store.alarms WHERE sensor_id = ${sensor!.id}`,
    );
  }

  /** Resolves when no message is waiting for its delivery. */
  async untilDelivered(): Promise<void> {
    const isDelivered = () =>
      this.#counts(
        0,
        async (sql) => (await sql`SELECT FROM weir_store.outbox WHERE state = 'waiting'`).length,
      );
    await waitUntil("every message is delivered", () => this.#holds(isDelivered), wholeTimeoutMs);
  }

  /** What Weir has reported as lost. */
  losses(): Promise<ReportedLosses> {
    return this.ask(async (sql) => {
      const [row] =
        await sql`SELECT coalesce(sum(entries), 0) AS entries, coalesce(sum(readings), 0) AS readings
        FROM weir_store.queue_losses`;
      return { entries: Number(row.entries), readings: Number(row.readings) };
    });
  }

  /** How many readings of each partition have been settled, with any fate. */
  settledCounts(): Promise<Map<number, number>> {
    return this.ask(async (sql) => {
      const rows: { partition: number; count: string }[] = await sql`
        SELECT partition, saved + already_stored + ended + dead AS count FROM weir_store.partitions`;
      return new Map(rows.map(({ partition, count }) => [partition, Number(count)]));
    });
  }

  async settledMoment(): Promise<SettledMoment> {
    while (true) {
      const end = await this.queue.end();
      await this.untilSettled();
      const [settled, losses] = [await this.settledCounts(), await this.losses()];
      // A repeat whose device no longer waits for the answer may still arrive at any time.
      if ((await this.queue.end()) === end) return { end, settled, losses };
    }
  }

  /** Resolves when every entry of the queue is settled, and no reading is parked. */
  async untilSettled(): Promise<void> {
    await waitUntil("the queue is settled", () => this.#holds(() => this.#isSettled()), wholeTimeoutMs);
  }

  async #isSettled(): Promise<boolean> {
    const rows: { partition: number; position: string }[] = await this.ask(
      async (sql) =>
        await sql`
        SELECT partition, position FROM weir_store.partitions
        WHERE partition IN (SELECT id % ${usualPartitions} FROM weir_control.devices)`,
    );
    // On a busy machine the turn of an account can end within a batch, and the position moves past what is parked then.
    if (!(await this.#counts(0, countParked))) return false;
    const behind = await Promise.all(
      rows.map(
        async ({ partition, position }) => (await this.queue.lastSequence(partition)) > Number(position),
      ),
    );
    return !behind.includes(true);
  }

  /** Resolves when this many processors own all partitions; for 0, when the last leases have ended. */
  async untilOwned(processors: number): Promise<void> {
    const owned = processors === 0 ? 0 : usualPartitions;
    const isOwned = async () =>
      (await this.#counts(owned, countOwned)) && (await this.#counts(processors, countOwners));
    await waitUntil(
      `${processors} processors own all partitions`,
      () => this.#holds(isOwned),
      wholeTimeoutMs,
    );
  }

  /** Resolves when everything runs and is ready, all copies are complete, and every partition has an owner. */
  async untilWhole(): Promise<void> {
    const { nodes, nats, redis, haproxy, postgres } = this.weir;
    const parts = [redis, haproxy, ...[...nodes, ...nats].map(({ part }) => part)];
    const stopped = () => parts.filter(({ isRunning }) => !isRunning).map(({ name }) => name);
    const whole: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
      "every part runs": () => stopped().length === 0,
      "every node is ready": async () => {
        const answering = nodes.filter(({ role }) => answersRequests(role));
        return !(await Promise.all(answering.map(({ port }) => isNodeReady(port)))).includes(false);
      },
      "every NATS server has the stream": () => this.queue.isReplicated(),
      "PostgreSQL has a synchronous standby": () => this.#counts(1, countStandbys),
      "PostgreSQL listens": () => isListening(postgres.primary.port),
    };
    for (const [what, holds] of Object.entries(whole))
      await waitUntil(what, () => this.#holds(async () => holds()), wholeTimeoutMs);
    await this.untilOwned(this.weir.of("process").length);
  }

  async #counts(expected: number, count: (sql: Bun.SQL) => Promise<number>): Promise<boolean> {
    return (await this.ask(count)) === expected;
  }

  /** A condition that cannot be checked right now counts as false. */
  async #holds(condition: () => Promise<boolean>): Promise<boolean> {
    try {
      return await within(2 * answerMaxMs, condition());
    } catch {
      return false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#forgetDatabase();
    await this.#queue?.[Symbol.asyncDispose]();
    await this.weir.kill();
    this.receiver[Symbol.dispose]();
    this.#folder[Symbol.dispose]();
  }
}

async function countStandbys(sql: Bun.SQL): Promise<number> {
  const rows = await sql`SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = 'sync'`;
  return rows.length;
}

async function countParked(sql: Bun.SQL): Promise<number> {
  return (await sql`SELECT FROM weir_store.parked_frames`).length;
}

async function countOwned(sql: Bun.SQL): Promise<number> {
  const rows = await sql`SELECT FROM weir_store.partition_leases
    WHERE owner IS NOT NULL AND expires_at > clock_timestamp()`;
  return rows.length;
}

async function countOwners(sql: Bun.SQL): Promise<number> {
  const rows = await sql`SELECT DISTINCT owner FROM weir_store.partition_leases
    WHERE owner IS NOT NULL AND expires_at > clock_timestamp()`;
  return rows.length;
}

async function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer came in time.")), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Settings of Weir in the developer's own shell must not leak into a test. */
function withoutSettings(): Record<string, undefined> {
  const names = Object.keys(process.env).filter((name) => name.startsWith("WEIR_"));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
