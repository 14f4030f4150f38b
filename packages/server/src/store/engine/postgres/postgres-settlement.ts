import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import type { Position } from "../../../queue/position.ts";
import type { ReadingWriter } from "../../readings/postgres/reading-writer.ts";
import type { SettledBatch, Settlement } from "../../settlement.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { type Commit, CommitGroups, type GroupOutcome } from "./commit-groups.ts";
import {
  type Advance,
  advance,
  assertAt,
  lockPartitions,
  positionOf,
  readProgress,
} from "./partition-row.ts";
import { writeLosses } from "./queue-losses.ts";
import type { StoreDatabase } from "./store-database.ts";
import { faultCode } from "./to-store-fault.ts";

interface SettlementParts {
  readonly readings: ReadingWriter;
  /** The writers of everything but readings, in the order in which they write. */
  readonly writers: readonly BatchWriter[];
}

/** The code of a fault after which it is unknown whether a transaction was committed. */
const inDoubt = "database_unavailable";

/**
 * Commits a batch in one transaction that holds its partition's row from the first statement on, often together with
 * batches of other partitions. PostgreSQL syncs before it answers a commit, so every committed batch is durable. A
 * transaction waits for another one only if both have a partition in common, or if writers of records touch the same
 * row. It takes two round trips if nothing has to be looked up: one that locks, and one that writes and commits.
 */
export class PostgresSettlement implements Settlement {
  readonly joinsBatches = true;
  readonly #database: StoreDatabase;
  readonly #parts: SettlementParts;
  readonly #groups = new CommitGroups({
    alone: (commit) => this.#commitAlone(commit),
    together: (commits) => this.#commitTogether(commits),
  });
  /** The position of the last batch that was committed here, by partition. */
  readonly #committed = new Map<number, Position>();

  constructor(database: StoreDatabase, parts: SettlementParts) {
    this.#database = database;
    this.#parts = parts;
  }

  commit(batch: SettledBatch, epoch: number): Promise<readonly number[]> {
    return this.#groups.commit(batch, epoch);
  }

  async #commitAlone(commit: Commit): Promise<readonly number[]> {
    const [stored] = await this.#commit([commit], { ifFree: false });
    return stored as readonly number[];
  }

  /**
   * If one of the batches cannot be committed, nothing of any is, and each is committed alone, so that they have only
   * their own faults. Those whose partition is locked are committed alone too, so that no other waits for it.
   */
  async #commitTogether(commits: readonly Commit[]): Promise<readonly GroupOutcome[]> {
    try {
      return await this.#commit(commits, { ifFree: true });
    } catch (fault) {
      if (faultCode(fault) === inDoubt) throw fault;
      return commits.map(() => "alone");
    }
  }

  async #commit(
    commits: readonly Commit[],
    { ifFree }: { readonly ifFree: boolean },
  ): Promise<readonly GroupOutcome[]> {
    const partitions = commits.map(({ batch }) => batch.to.partition);
    const { readings } = this.#parts;
    try {
      const outcomes = await this.#database.write(async (tx) => {
        const locked = await lockPartitions(tx, partitions, { ifFree });
        const free = commits.filter(({ batch }) => !ifFree || locked.has(batch.to.partition));
        for (const { batch, epoch } of free) {
          // Checked first, because a batch that was committed already would fail on its own rows.
          assertAt(positionOf(locked, { partition: batch.to.partition, epoch }), batch.from);
        }
        return this.#write(tx, commits, new Set(free));
      });
      for (const [nth, { batch }] of commits.entries())
        if (outcomes[nth] !== "alone") this.#committed.set(batch.to.partition, batch.to);
      return outcomes;
    } catch (error) {
      // The memory may be why a batch failed, and it is wrong now that nothing was written.
      for (const partition of partitions) readings.dropMemory(partition);
      throw error;
    }
  }

  /** Writes the contents of those batches whose partition is locked. */
  async #write(
    tx: PostgresTransaction,
    commits: readonly Commit[],
    free: ReadonlySet<Commit>,
  ): Promise<GroupOutcome[]> {
    const { readings, writers } = this.#parts;
    const outcomes: GroupOutcome[] = [];
    const advances: Advance[] = [];
    for (const commit of commits) {
      const { batch } = commit;
      if (!free.has(commit)) {
        outcomes.push("alone");
        continue;
      }
      const alreadyStored = await readings.save(tx, batch.saves, batch.to.partition);
      const outcome = batch.complete(alreadyStored);
      for (const writer of writers) await writer.write(tx, batch, outcome);
      await writeLosses(tx, batch.losses ?? []);
      outcomes.push(alreadyStored);
      advances.push({ to: batch.to, lastEntries: batch.lastEntries, counts: outcome.counts });
    }
    if (advances.length > 0) advance(tx, advances);
    return outcomes;
  }

  async durable(partition: number): Promise<Position> {
    return this.#committed.get(partition) ?? (await readProgress(this.#database, partition)).position;
  }

  rest(partition: number): Promise<Position> {
    return this.durable(partition);
  }
}
