import { afterAll, beforeAll } from "bun:test";
import { describeUnless } from "../../../../../tests/harness/describe-unless.ts";
import { whyNoEngines } from "../../../../../tests/harness/engines.ts";
import { type Counting, countersContract } from "../../counters/counters.contract.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import type { JetStreamQueue } from "../../queue/jetstream/jetstream-queue.ts";
import { QueueBacklog } from "../../queue/jetstream/queue-backlog.ts";
import { partitionsOfCluster } from "../../queue/jetstream/queue-stream.ts";
import { openTestQueue, openTestStream } from "../../queue/jetstream/test-queue.ts";
import { frame } from "../../queue/queue-under-test.ts";
import type { SettledCounts } from "../../store/partition-progress.ts";
import { migrateStore } from "../../store/postgres/migrate-store.ts";
import { StoreDatabase } from "../../store/postgres/store-database.ts";
import { ClusterCountTaker } from "./cluster-count-taker.ts";
import { ClusterCounters } from "./cluster-counters.ts";
import { startEngines, type TestEngines } from "./test-cluster.ts";

const partitions = partitionsOfCluster;

describeUnless(await whyNoEngines(), "a cluster", () => {
  let engines: TestEngines;
  let installations = 0;

  beforeAll(async () => {
    engines = await startEngines();
  });
  afterAll(() => engines?.[Symbol.asyncDispose]());

  countersContract("ClusterCounters", {
    async open() {
      const postgres = openPostgres(await engines.postgres.createDatabase(), {
        applicationName: "weir test",
      });
      await migrateStore(postgres);
      const stream = await openTestStream({
        ...{ url: engines.nats.url, prefix: `counters${installations++}`, partitions },
      });
      return new ClusterCounting(postgres, stream);
    },
  });
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
    this.#counters = new ClusterCounters(this.#database, new QueueBacklog(stream));
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
    this.#counters = new ClusterCounters(this.#database, new QueueBacklog(this.#stream));
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
