import type { SettledBatch } from "../../settlement.ts";

/** Batches with more readings than this are committed alone: they are worth a transaction, and others need not wait. */
const smallReadingsMax = 2048;
/** Maximum number of readings in a group. */
const groupReadingsMax = 8192;

export interface Commit {
  readonly batch: SettledBatch;
  readonly epoch: number;
}

/** What became of a commit in a group: the saves that were stored already, or that it must be committed alone. */
export type GroupOutcome = readonly number[] | "alone";

interface WaitingCommit extends Commit {
  readonly resolve: (stored: readonly number[] | Promise<readonly number[]>) => void;
  readonly reject: (fault: unknown) => void;
}

interface CommitWork {
  /** Commits one batch in a transaction of its own. */
  alone(commit: Commit): Promise<readonly number[]>;
  /** Commits batches of different partitions in one transaction. A fault is that of every one of them. */
  together(commits: readonly Commit[]): Promise<readonly GroupOutcome[]>;
}

/**
 * Gathers the small batches that are to be committed while a transaction is under way, and commits them together,
 * because a transaction costs the same for one batch as for those of many partitions.
 */
export class CommitGroups {
  readonly #work: CommitWork;
  #waiting: WaitingCommit[] = [];
  #isUnderWay = false;

  constructor(work: CommitWork) {
    this.#work = work;
  }

  commit(batch: SettledBatch, epoch: number): Promise<readonly number[]> {
    if (batch.saves.count > smallReadingsMax) return this.#work.alone({ batch, epoch });
    const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
    this.#waiting.push({ batch, epoch, resolve, reject });
    if (!this.#isUnderWay) void this.#commitWaiting();
    return promise;
  }

  async #commitWaiting(): Promise<void> {
    this.#isUnderWay = true;
    while (this.#waiting.length > 0) await this.#commitGroup(this.#takeGroup());
    this.#isUnderWay = false;
  }

  /** Takes waiting commits in their order, as far as they fit. A partition can only be advanced once in a transaction. */
  #takeGroup(): WaitingCommit[] {
    const group: WaitingCommit[] = [];
    const partitions = new Set<number>();
    let readings = 0;
    this.#waiting = this.#waiting.filter((commit) => {
      const { to, saves } = commit.batch;
      if (partitions.has(to.partition) || readings + saves.count > groupReadingsMax) return true;
      partitions.add(to.partition);
      readings += saves.count;
      group.push(commit);
      return false;
    });
    return group;
  }

  /** Never rejects. Commits that end up alone are not waited for, because they may wait for others. */
  async #commitGroup(group: readonly WaitingCommit[]): Promise<void> {
    const [first] = group;
    if (group.length === 1) {
      const alone = this.#work.alone(first!);
      first!.resolve(alone);
      await alone.catch(() => undefined);
      return;
    }
    try {
      const outcomes = await this.#work.together(group);
      for (const [nth, commit] of group.entries()) {
        const outcome = outcomes[nth]!;
        commit.resolve(outcome === "alone" ? this.#work.alone(commit) : outcome);
      }
    } catch (fault) {
      for (const { reject } of group) reject(fault);
    }
  }
}
