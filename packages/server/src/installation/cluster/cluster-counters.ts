import type { Counters, Counts } from "../../counters/counters.ts";
import type { ReportedCounters } from "../../counters/reported-counters.ts";
import { sumUp } from "../../counters/sum-up.ts";
import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { soonMs, valueIfSoon } from "../../platform/value-if-soon.ts";
import type { PartitionBacklog, QueueBacklog } from "../../queue/jetstream/queue-backlog.ts";
import { type Position, startOf } from "../../queue/position.ts";
import { readCounters } from "./cluster-count-taker.ts";
import { readClusterProgress } from "./cluster-progress.ts";

/**
 * The counts of a cluster. Settled readings are in PostgreSQL, and waiting ones are in the stream, behind the position
 * of each partition. So every node gives the same answer. Each partition has its own position; the highest one stands
 * for all of them.
 */
export class ClusterCounters implements ReportedCounters, Counters {
  readonly #database: PostgresSession;
  readonly #backlog: Pick<QueueBacklog, "count">;
  readonly #countingMaxMs: number;
  #isLate = false;

  constructor(database: PostgresSession, backlog: Pick<QueueBacklog, "count">, countingMaxMs = soonMs) {
    this.#database = database;
    this.#backlog = backlog;
    this.#countingMaxMs = countingMaxMs;
  }

  /** Nothing to do, because everything is read on request. */
  reported(): void {}

  async read(): Promise<Counts> {
    // Read first, so that readings settled meanwhile are counted as waiting, and not twice.
    const settled = await readClusterProgress(this.#database);
    const { positions, saved, alreadyStored, ended, dead, parked } = settled;
    const [waiting, counters] = await Promise.all([this.#waiting(positions), readCounters(this.#database)]);
    const totals = { saved, alreadyStored, ended, dead, position: highest(positions) };
    if (waiting === null) {
      const { duplicates = 0, ...rejected } = counters;
      return {
        saved,
        alreadyStored,
        ended,
        dead,
        duplicates,
        rejected,
        settledPosition: totals.position,
        accepted: null,
        queueBytes: null,
        gap: null,
        lastPosition: null,
      };
    }
    const waitingReadings = waiting.reduce((sum, { readings }) => sum + readings, 0);
    return sumUp(totals, {
      acceptedReadings: saved + alreadyStored + ended + dead + parked + waitingReadings,
      backlogBytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
      lastPosition: highest(waiting.map(({ lastPosition }) => lastPosition)),
      counters,
    });
  }

  /** Null while the NATS servers cannot be asked. People look at the counts, so they do not wait for long. */
  async #waiting(positions: readonly Position[]): Promise<readonly PartitionBacklog[] | null> {
    // Counts wait for each other, so another one would only make the queue of them longer.
    if (this.#isLate) return null;
    const counting = this.#backlog.count(positions);
    const counted = await valueIfSoon(counting, this.#countingMaxMs);
    if (counted === null) {
      this.#isLate = true;
      const end = () => {
        this.#isLate = false;
      };
      void counting.then(end, end);
    }
    return counted;
  }
}

function highest(positions: readonly Position[]): Position {
  return { ...startOf(0), sequence: Math.max(0, ...positions.map(({ sequence }) => sequence)) };
}
