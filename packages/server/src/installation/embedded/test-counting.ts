import { cpSync } from "node:fs";
import type { Counting } from "../../counters/counters.contract.ts";
import type { Counters } from "../../counters/counters.ts";
import type { SettledTotals } from "../../counters/sum-up.ts";
import { frame, defaults as queueOptions } from "../../queue/queue-under-test.ts";
import { SqliteLogQueue } from "../../queue/sqlite-log/sqlite-log-queue.ts";
import { at } from "../../queue/test-positions.ts";
import type { SettledCounts } from "../../store/partition-progress.ts";
import { TestReadingStore } from "../../store/readings/sqlite/test-reading-store.ts";

/** For tests only: opens the counters of a queue and a store, and returns the receiver of the processor's reports. */
export type OpenCounters = (dataDir: string, queue: SqliteLogQueue | null) => Promise<OpenedCounters>;

export interface OpenedCounters {
  readonly counters: Counters;
  reported(settled: SettledTotals): void;
}

/** For tests only: the queue and the store of an installation, with counters on them. */
export class EmbeddedCounting implements Counting {
  readonly #openCounters: OpenCounters;
  #dataDir: string;
  #queue!: SqliteLogQueue;
  #store!: TestReadingStore;
  #opened!: OpenedCounters;
  #isEnded = false;
  #frames = 0;

  static async open(dataDir: string, openCounters: OpenCounters): Promise<EmbeddedCounting> {
    const counting = new EmbeddedCounting(dataDir, openCounters);
    await counting.#open();
    return counting;
  }

  private constructor(dataDir: string, openCounters: OpenCounters) {
    this.#dataDir = dataDir;
    this.#openCounters = openCounters;
  }

  get counters(): Counters {
    return this.#opened.counters;
  }

  accept(readings: number): Promise<void> {
    return this.#queue.append(frame(++this.#frames), readings);
  }

  count(counter: string, by: number): void {
    this.#queue.count(counter, by);
  }

  async settle(counts: SettledCounts): Promise<void> {
    const { lastPosition } = this.#queue;
    this.#store.begin();
    this.#store.commit(this.#store.progress().position, lastPosition, counts);
    this.#queue.settled({ position: lastPosition, durablePosition: at(0) });
    this.#opened.reported(this.#store.progress());
  }

  /** Copies the files, because a kill leaves behind what they hold at that moment. */
  async restart(): Promise<void> {
    const copy = `${this.#dataDir}/killed`;
    for (const name of ["queue.db", "queue.db-wal", "weir.db", "weir.db-wal"])
      cpSync(`${this.#dataDir}/${name}`, `${copy}/${name}`);
    await this.end();
    this.#dataDir = copy;
    this.#isEnded = false;
    await this.#open();
  }

  async end(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    await this.#queue.close();
    this.#store.close();
    this.#opened = await this.#openCounters(this.#dataDir, null);
  }

  async #open(): Promise<void> {
    this.#store = new TestReadingStore(this.#dataDir);
    const settledPosition = this.#store.progress().position;
    this.#queue = await SqliteLogQueue.open({ ...queueOptions, dataDir: this.#dataDir, settledPosition });
    this.#opened = await this.#openCounters(this.#dataDir, this.#queue);
  }
}
