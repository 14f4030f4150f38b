import { type EntryTotals, isReached, type Position } from "../queue/position.ts";
import type { EntryOrigin, QueueEntry } from "../queue/queue-reader.ts";
import type { LastEntries, LastEntry, QueueLoss } from "../store/partition-progress.ts";
import type { OpenBatch } from "./open-batch.ts";

type SettledBatchParts = Pick<OpenBatch, "lastEntries" | "losses">;
type ReadAt = (position: Position) => Promise<QueueEntry | null>;

/** A writer that has written nothing for so long is forgotten, by the clock of the queue. It has long ended, or repeats nothing that old. */
const rememberedMs = 60 * 60_000;
/** More writers than a cluster has within that time. */
const writersMax = 1000;

/**
 * Recognises entries that the queue holds twice. A NATS server that takes over may not know that it has an entry already, and
 * then stores a repeat of it as another entry (0046). The numbers of a writer only grow, so its last settled number shows
 * whether an entry was settled before. If an entry arrives after a later one of the same writer, the writer had given it up
 * and had answered its requests with 503.
 */
export class SettledEntries {
  /** The writer of the newest entry is last. */
  #last = new Map<string, LastEntry>();
  readonly #batch: SettledBatchParts;

  constructor(batch: SettledBatchParts) {
    this.#batch = batch;
  }

  /** Called also after a batch was given up. */
  load(last: LastEntries): void {
    this.#last = new Map([...last].sort(([, one], [, other]) => one.appendedMs - other.appendedMs));
  }

  /**
   * Returns the entries in order, together with earlier ones that are missing in the copy of the queue that was read. Each
   * entry names the one that its writer was acknowledged before it, so a gap is noticed. An entry that no copy has any more
   * is lost, and the batch records the loss.
   */
  async complete(entries: readonly QueueEntry[], readAt: ReadAt): Promise<readonly QueueEntry[]> {
    const missed: QueueEntry[] = [];
    const read = new Map<string, LastEntry>();
    for (const entry of entries) {
      // Most entries are asked about nothing, and on one machine none is.
      for (let later = entry; later.origin?.previous !== undefined; ) {
        const earlier = await this.#missedBefore(later, read, readAt);
        if (earlier === null) break;
        missed.push(earlier);
        later = earlier;
      }
      if (entry.origin !== undefined) read.set(entry.origin.writer, lastOf(entry, entry.origin));
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
    read: ReadonlyMap<string, LastEntry>,
    readAt: ReadAt,
  ): Promise<QueueEntry | null> {
    if (origin?.previous === undefined) return null;
    const { writer, previous } = origin;
    const last = read.get(writer) ?? this.#last.get(writer);
    if (last === undefined || previous.number <= last.number) return null;
    const position = { partition, sequence: previous.sequence };
    const found = await readAt(position);
    if (found?.origin?.writer === writer && found.origin.number === previous.number) return found;
    this.#batch.losses.push(lossBetween(last, previous, position));
    return null;
  }

  #takeOne(entry: QueueEntry): boolean {
    const { origin } = entry;
    if (origin === undefined) return true;
    const { writer, number } = origin;
    const last = this.#last.get(writer);
    if (last !== undefined && number <= last.number) return false;
    this.#last.delete(writer);
    this.#last.set(writer, lastOf(entry, origin));
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

/** The totals are known if the entry is the first of its writer or names those of the one before. */
function lastOf({ appendedMs, readings }: QueueEntry, { number, previous }: EntryOrigin): LastEntry {
  const before = previous === undefined ? { entries: 0, readings: 0 } : previous;
  if (before.entries === undefined || before.readings === undefined) return { number, appendedMs };
  return { number, appendedMs, entries: before.entries + 1, readings: before.readings + readings };
}

/** At least one entry is missing. Without totals nothing more is known. */
function lossBetween(last: LastEntry, previous: EntryTotals, position: Position): QueueLoss {
  const isKnown = last.entries !== undefined && previous.entries !== undefined;
  return {
    position,
    entries: isKnown ? Math.max(1, previous.entries! - last.entries!) : 1,
    readings: isKnown ? Math.max(0, (previous.readings ?? 0) - (last.readings ?? 0)) : null,
  };
}
