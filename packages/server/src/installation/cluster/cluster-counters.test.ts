import { afterAll, beforeAll, expect, test } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { partitionsMax } from "../../config/partitions-max.ts";
import { type Counting, countersContract } from "../../counters/counters.contract.ts";
import { openPostgres, type Postgres, type PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { JetStreamQueue } from "../../queue/jetstream/jetstream-queue.ts";
import { type PartitionBacklog, QueueBacklog } from "../../queue/jetstream/queue-backlog.ts";
import { openTestQueue, openTestStream } from "../../queue/jetstream/test-queue.ts";
import { frame } from "../../queue/queue-under-test.ts";
import { migrateStore } from "../../store/engine/postgres/migrate-store.ts";
import { StoreDatabase } from "../../store/engine/postgres/store-database.ts";
import type { SettledCounts } from "../../store/partition-progress.ts";
import { ClusterCountTaker } from "./cluster-count-taker.ts";
import { ClusterCounters } from "./cluster-counters.ts";
import { startEngines, type TestEngines } from "./test-cluster.ts";

/** Those of a database in which nothing was chosen. */
const partitions = partitionsMax;
/** Longer than a busy machine takes to count. */
const countingMaxMs = 60_000;

describeUnless(await whyNoEngines(), "a cluster", () => {
  let engines: TestEngines;
  let installations = 0;

  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(() => engines?.[Symbol.asyncDispose]());

  countersContract("ClusterCounters", {
    async open() {
      const postgres = openPostgres(await engines.postgres.create(), {
        applicationName: "weir test",
      });
      await migrateStore(postgres);
      const stream = await openTestStream({
        url: engines.nats.url,
        prefix: `counters${installations++}`,
        partitions,
      });
      return new ClusterCounting(postgres, stream);
    },
  });
});

test("knows what is settled while NATS does not answer, asks it one question at a time, and knows all afterwards", async () => {
  const settled = {
    partition: 0,
    sequence: 7,
    saved: 3,
    alreadyStored: 0,
    ended: 1,
    dead: 0,
    parked: 0,
  };
  const query = async (text: string) => ({ rows: text.includes("weir_store.partitions") ? [settled] : [] });
  const questions: PromiseWithResolvers<PartitionBacklog[]>[] = [];
  let answer: PartitionBacklog[] | null = null;
  const count = async () => {
    if (answer !== null) return answer;
    questions.push(Promise.withResolvers());
    return questions.at(-1)!.promise;
  };
  const counters = new ClusterCounters({ query } as unknown as PostgresSession, { count }, 0);
  for (let nth = 0; nth < 2; nth++)
    expect(await counters.read()).toMatchObject({
      saved: 3,
      ended: 1,
      settledPosition: { sequence: 7 },
      accepted: null,
      gap: null,
      queueBytes: null,
      lastPosition: null,
    });
  expect(questions).toHaveLength(1);
  questions[0]!.reject(new Error("timeout"));
  answer = [
    {
      partition: 0,
      entries: 1,
      readings: 2,
      bytes: 50,
      oldestMs: 1,
      lastPosition: { partition: 0, sequence: 8 },
    },
  ];
  expect(await counters.read()).toMatchObject({ accepted: 6, gap: 2, queueBytes: 50 });
});

/** The stream and the store of a cluster, with the counters of one node, and a second node that counts. */
class ClusterCounting implements Counting {
  readonly #postgres: Postgres;
  readonly #stream: Awaited<ReturnType<typeof openTestStream>>;
  readonly #database: StoreDatabase;
  #counts: ClusterCountTaker;
  #counters: ClusterCounters;
  #queue: Promise<JetStreamQueue>;
  #isEnded = false;
  /** Consecutive frames go to neighbouring partitions. */
  #frames = 0;

  constructor(postgres: Postgres, stream: Awaited<ReturnType<typeof openTestStream>>) {
    this.#postgres = postgres;
    this.#stream = stream;
    this.#database = new StoreDatabase(postgres);
    this.#counts = new ClusterCountTaker(this.#database);
    this.#counters = new ClusterCounters(this.#database, new QueueBacklog(stream), countingMaxMs);
    this.#queue = openTestQueue(stream);
  }

  get counters(): ClusterCounters {
    return this.#counters;
  }

  async accept(readings: number): Promise<void> {
    const partition = this.#frames % partitions;
    await (await this.#queue).partition(partition).append(frame(++this.#frames), readings);
  }

  count(counter: string, by: number): void {
    this.#counts.count(counter, by);
  }

  async settle({ saved, alreadyStored, ended, dead }: SettledCounts): Promise<void> {
    const queue = await this.#queue;
    await this.#database.write(async (tx) => {
      const positions = Array.from({ length: partitions }, (_, nth) => queue.partition(nth).lastPosition);
      await tx.query(
        `UPDATE weir_store.partitions SET position = reached.position
         FROM unnest($1::int8[]) WITH ORDINALITY AS reached (position, nth) WHERE partition = nth - 1`,
        [positions.map(({ sequence }) => sequence)],
      );
      await tx.query(
        `UPDATE weir_store.partitions SET saved = saved + $1, already_stored = already_stored + $2, ended = ended + $3,
           dead = dead + $4 WHERE partition = 1`,
        [saved, alreadyStored, ended, dead],
      );
    });
  }

  async restart(): Promise<void> {
    await (await this.#queue).close();
    this.#counts = new ClusterCountTaker(this.#database);
    this.#counters = new ClusterCounters(this.#database, new QueueBacklog(this.#stream), countingMaxMs);
    this.#queue = openTestQueue(this.#stream);
  }

  async end(): Promise<void> {
    await this.#counts.write();
    if (this.#isEnded) {
      await this.#stream[Symbol.asyncDispose]();
      await this.#postgres.close();
      return;
    }
    this.#isEnded = true;
    await (await this.#queue).close();
  }
}
