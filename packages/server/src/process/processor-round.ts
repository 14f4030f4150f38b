import type { PendingFlushes } from "./pending-flushes.ts";
import type { ProcessorFaults } from "./processor-faults.ts";
import type { ProcessorParts } from "./processor-parts.ts";
import type { ProgressReports } from "./progress-reports.ts";
import type { StoreRest } from "./store-rest.ts";

/**
 * Readings are gathered this long before they are settled, because a transaction costs the same for one reading as for
 * a thousand. It is also how far the store lags behind the answer on an idle machine.
 */
const gatherFewMs = 50;
/**
 * After a batch of this size, about 450 single readings, more are gathered: each reading of a large fleet goes to
 * another page of the store, and pages are written once per batch. A row costs 10 us in batches of 500. From 1,024 rows
 * on they are staged, for 3 us.
 */
const manyBytes = 16 * 1024;
const gatherManyMs = 200;
/** After a batch of this size or more the next follows at once: there is a backlog, so nothing needs to be gathered. */
const gatheredBytesMax = 1024 * 1024;

/** What a round found to do: nothing, a few readings that more may join, or so much that the next round follows at once. */
export type Worked = "idle" | "some" | "more";

interface RoundParts extends ProcessorParts {
  readonly faults: ProcessorFaults;
  readonly rest: StoreRest;
  readonly reports: ProgressReports;
  readonly flushes: PendingFlushes;
  /** Whether the processor was told to stop. Then it settles the queue and leaves everything else for the next start. */
  readonly isStopping: () => boolean;
}

/** One round of the processor's work: a batch of the queue, a turn of parked readings, and a little of everything else. */
export class ProcessorRound {
  readonly #parts: RoundParts;
  #gatherMs = 0;

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }

  /** How long to gather readings after a round that found a few. */
  get gatherMs(): number {
    return this.#gatherMs;
  }

  async work(): Promise<Worked> {
    const { processor, connections, housekeeping, rest, reports, flushes, isStopping, ruleCheck } =
      this.#parts;
    const flushesAsked = flushes.count;
    await connections.write();
    const hasMoreActivity = await this.#writeActivity();
    const bytes = await processor.settleNext();
    const hasParked = !isStopping() && (await processor.settleParked());
    if (bytes > 0 || hasParked) rest.disturb();
    if (bytes > 0 || hasParked || reports.isDue) await reports.report();
    await this.#answerFlushes(flushesAsked);
    // A steady backlog must not keep the statistics from being limited.
    const tidied = !isStopping() && (await housekeeping.tidyStatistics());
    // A full batch means that more readings wait, so nobody knows yet which sensors are silent.
    if (!isStopping() && bytes < gatheredBytesMax && ruleCheck.isDue) await this.checkRules();
    const isFiling = !isStopping() && (await this.#fileRows());
    if (bytes >= gatheredBytesMax || (await housekeeping.purger.purgeSome())) return "more";
    if ((await housekeeping.batteryPurger.purgeSome()) || tidied || hasMoreActivity || hasParked)
      return "more";
    if (!isStopping() && (await this.#mergeRows())) return "more";
    // While readings arrive, filing waits for the next batch: without a pause to gather them, batches would be small.
    if (isFiling && bytes === 0) return "more";
    this.#gatherMs = gatherMs(bytes, this.#parts.scope.partitions > 1 && this.#parts.settlement.joinsBatches);
    return bytes > 0 ? "some" : "idle";
  }

  writeCounts(): Promise<void> {
    const { faults, processor } = this.#parts;
    return faults.tidy("counts of nodes could not be written yet", () => processor.writeCounts());
  }

  checkRules(): Promise<void> {
    const { faults, ruleCheck } = this.#parts;
    return faults.tidy("alert rules could not be checked yet", () => ruleCheck.check());
  }

  forgetDeletedChains(): Promise<void> {
    const { faults, processor } = this.#parts;
    return faults.tidy("records of deleted chains could not be removed yet", () =>
      processor.forgetDeletedChains(),
    );
  }

  forgetDeletedRules(): Promise<void> {
    const { faults, ruleCheck } = this.#parts;
    return faults.tidy("states of deleted alert rules could not be removed yet", () =>
      ruleCheck.forgetDeleted(),
    );
  }

  /** Returns whether there is more to write. */
  async #writeActivity(): Promise<boolean> {
    const { activityWriter, faults, rest, isStopping } = this.#parts;
    if (activityWriter.isDue) rest.disturb();
    await faults.tidy("activity of devices could not be written yet", () => activityWriter.write());
    return activityWriter.isDue && !isStopping();
  }

  async #answerFlushes(asked: number): Promise<void> {
    const { flushes, processor, send } = this.#parts;
    const tickets = flushes.take(processor.position, asked);
    if (tickets.length > 0) await this.writeCounts();
    for (const ticket of tickets) send({ kind: "flushed", ticket });
  }

  #fileRows(): Promise<boolean> {
    const { rowFiling } = this.#parts.housekeeping;
    return this.#rearrange("rows could not be filed yet", () => rowFiling.fileSome());
  }

  #mergeRows(): Promise<boolean> {
    const { mergeWalk } = this.#parts.housekeeping;
    return this.#rearrange("rows could not be merged yet", () => mergeWalk.mergeSome());
  }

  /** Returns whether there is more to do. */
  async #rearrange(problem: string, work: () => Promise<boolean>): Promise<boolean> {
    const { faults, rest } = this.#parts;
    const isMore = (await faults.tidy(problem, work)) ?? false;
    if (isMore) rest.disturb();
    return isMore;
  }
}

/**
 * Returns how long to gather after a batch of this size. If batches of several partitions can be joined, they are
 * gathered longer, because each has a share of the readings only, and until the same moment.
 */
function gatherMs(bytes: number, joinsBatches: boolean): number {
  if (joinsBatches) return gatherManyMs - (performance.now() % gatherManyMs);
  return bytes < manyBytes ? gatherFewMs : gatherManyMs;
}
