import { isReached, type Position } from "../queue/position.ts";
import type { QueueEntry } from "../queue/queue-reader.ts";
import type { LastEntries, LastEntry } from "../store/partition-progress.ts";
import type { OpenBatch } from "./open-batch.ts";

type ReadAt = (position: Position) => Promise<QueueEntry | null>;

/** A writer that has written nothing for so long is forgotten, by the clock of the queue. It has long ended, or repeats nothing that old. */
const rememberedMs = 60 * 60_000;
/** More writers than a cluster has within that time. */
const writersMax = 1000;

/**
 * Recognises entries of a partition that the queue holds twice. A server that takes over may not know that it has an entry, and
 * stores its repeat as another one (0046). The numbers of a writer grow, so its last settled entry tells of all before it.
 * An entry that comes after a later one of the same writer was given up by it, and nobody was told that it was accepted.
 */
export class SettledEntries {
  /** The writer of the newest entry is last. */
  #last = new Map<string, LastEntry>();
  readonly #batch: Pick<OpenBatch, "lastEntries">;

  constructor(batch: Pick<OpenBatch, "lastEntries">) {
    this.#batch = batch;
  }

  /** Called also after a batch was given up. */
  load(last: LastEntries): void {
    this.#last = new Map([...last].sort(([, one], [, other]) => one.appendedMs - other.appendedMs));
  }

  /**
   * Returns the entries, and those among and before them that the copy of the queue lacks from which they were read:
   * an entry names the one that its writer was acknowledged before it. In order.
   */
  async complete(entries: readonly QueueEntry[], readAt: ReadAt): Promise<readonly QueueEntry[]> {
    const missed: QueueEntry[] = [];
    const read = new Map<string, number>();
    for (const entry of entries) {
      // Most entries are asked about nothing, and on one machine none is.
      for (let later = entry; later.origin?.previous !== undefined; ) {
        const earlier = await this.#missedBefore(later, read, readAt);
        if (earlier === null) break;
        missed.push(earlier);
        later = earlier;
      }
      if (entry.origin !== undefined) read.set(entry.origin.writer, entry.origin.number);
    }
    if (missed.length === 0) return entries;
    return [...entries, ...missed].sort((one, other) => (isReached(one.position, other.position) ? -1 : 1));
  }

  /** Returns the entries that are not settled. They are when the open batch is committed. */
  take(entries: readonly QueueEntry[]): QueueEntry[] {
    const unsettled = entries.filter((entry) => this.#takeOne(entry));
    this.#forgetOld();
    this.#batch.lastEntries = this.#last;
    return unsettled;
  }

  async #missedBefore(
    { origin, position: { partition } }: QueueEntry,
    read: ReadonlyMap<string, number>,
    readAt: ReadAt,
  ): Promise<QueueEntry | null> {
    if (origin?.previous === undefined) return null;
    const { writer, previous } = origin;
    const last = read.get(writer) ?? this.#last.get(writer)?.number;
    if (last === undefined || previous.number <= last) return null;
    const found = await readAt({ partition, sequence: previous.sequence });
    return found?.origin?.writer === writer && found.origin.number === previous.number ? found : null;
  }

  #takeOne({ origin, appendedMs }: QueueEntry): boolean {
    if (origin === undefined) return true;
    const { writer, number } = origin;
    const last = this.#last.get(writer);
    if (last !== undefined && number <= last.number) return false;
    this.#last.delete(writer);
    this.#last.set(writer, { number, appendedMs });
    return true;
  }

  #forgetOld(): void {
    const newestMs = [...this.#last.values()].at(-1)?.appendedMs ?? 0;
    for (const [writer, { appendedMs }] of this.#last) {
      if (appendedMs >= newestMs - rememberedMs && this.#last.size <= writersMax) return;
      this.#last.delete(writer);
    }
  }
}
