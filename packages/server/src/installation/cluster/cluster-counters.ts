import type { Counters, Counts } from "../../counters/counters.ts";
import { sumUp } from "../../counters/sum-up.ts";
import { startOf } from "../../queue/position.ts";
import type { QueueTotals } from "../../queue/queue.ts";
import type { StoreDatabase } from "../../store/postgres/store-database.ts";
import type { ReportedCounters } from "../installation.ts";
import { readClusterProgress } from "./cluster-progress.ts";

const nothingQueued: QueueTotals = {
  acceptedReadings: 0,
  lastPosition: startOf(0),
  backlogBytes: 0,
  counters: {},
};

/**
 * The counts of a cluster. What is settled is in PostgreSQL. What is accepted and not settled is what ingest nodes know of their own:
 * where one of them was restarted meanwhile, its readings are counted once they are settled. There is no single position.
 */
export class ClusterCounters implements ReportedCounters, Counters {
  readonly #database: StoreDatabase;
  readonly #askQueue: () => Promise<QueueTotals>;

  constructor(database: StoreDatabase, askQueue: () => Promise<QueueTotals> = async () => nothingQueued) {
    this.#database = database;
    this.#askQueue = askQueue;
  }

  /** Everything is read when it is asked for. */
  reported(): void {}

  async read(): Promise<Counts> {
    // First, because what is settled meanwhile would else be counted twice.
    const queue = await this.#askQueue().catch(() => nothingQueued);
    const settled = await readClusterProgress(this.#database);
    const { saved, alreadyStored, ended, dead } = settled;
    const acceptedReadings = saved + alreadyStored + ended + dead + queue.acceptedReadings;
    return sumUp({ saved, alreadyStored, ended, dead, position: startOf(0) }, { ...queue, acceptedReadings });
  }
}
