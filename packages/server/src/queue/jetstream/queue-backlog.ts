import type { Position } from "../position.ts";
import { PartitionCursor } from "./partition-cursor.ts";
import { readingsHeader } from "./publish-entry.ts";
import type { Delivered } from "./pull-entries.ts";
import type { QueueStream } from "./queue-stream.ts";

const pullMessagesMax = 1024;
const pullBytesMax = 1024 * 1024;
/** A consumer may be lost with its server; the next one is created on another. */
const attemptsMax = 2;
/** The size of an entry that is delivered without its data. */
const sizeHeader = "Nats-Msg-Size";

/** The entries of a partition that are in the queue and not settled. */
export interface PartitionBacklog {
  readonly partition: number;
  readonly entries: number;
  readonly readings: number;
  readonly bytes: number;
  /** When the oldest entry was stored, by the clock of its server; null if nothing is waiting. */
  readonly oldestMs: number | null;
  /** The end of the partition. If nothing waits, it is settled up to here. */
  readonly lastPosition: Position;
}

interface CountedEntry {
  readonly sequence: number;
  readonly storedMs: number;
  readonly readings: number;
  readonly bytes: number;
}

/** What is known of a partition. There are at most as many entries as the stream holds. */
interface Followed {
  readonly cursor: PartitionCursor;
  /** The entries after this sequence are known. */
  after: number;
  entries: CountedEntry[];
}

/**
 * Counts the waiting entries of the queue exactly, from their headers. Each entry is looked at once, and only when
 * somebody asks. Together with the settled counts of the store this is every reading ever accepted, also after a crash.
 */
export class QueueBacklog {
  readonly #stream: QueueStream;
  readonly #followed = new Map<number, Followed>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(stream: QueueStream) {
    this.#stream = stream;
  }

  /** Counts the entries after these positions, each of another partition. Rejects while the servers cannot be asked. */
  count(settled: readonly Position[]): Promise<PartitionBacklog[]> {
    // One count after the other, because they move the same cursors.
    const counted = this.#last.then(() => Promise.all(settled.map((position) => this.#count(position))));
    this.#last = counted.catch(() => undefined);
    return counted;
  }

  async close(): Promise<void> {
    await this.#last;
    for (const { cursor } of this.#followed.values()) await cursor.close();
    this.#followed.clear();
  }

  async #count(settled: Position): Promise<PartitionBacklog> {
    const { partition } = settled;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#countAfter(settled);
      } catch (error) {
        void this.#followed.get(partition)?.cursor.close();
        this.#followed.delete(partition);
        if (attempt === attemptsMax) throw error;
      }
    }
  }

  async #countAfter({ partition, sequence }: Position): Promise<PartitionBacklog> {
    const followed = await this.#follow(partition, sequence);
    followed.entries = followed.entries.filter((entry) => entry.sequence > sequence);
    followed.after = sequence;
    const { entries } = followed;
    return {
      partition,
      entries: entries.length,
      oldestMs: entries[0]?.storedMs ?? null,
      readings: entries.reduce((sum, { readings }) => sum + readings, 0),
      bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
      lastPosition: { partition, sequence: entries.at(-1)?.sequence ?? sequence },
    };
  }

  async #follow(partition: number, settled: number): Promise<Followed> {
    let followed = this.#followed.get(partition);
    if (followed === undefined || settled < followed.after || followed.cursor.isStale) {
      await followed?.cursor.close();
      const cursor = await PartitionCursor.open(this.#stream, {
        partition,
        after: settled,
        headersOnly: true,
      });
      followed = { cursor, after: settled, entries: [] };
      this.#followed.set(partition, followed);
    }
    for (let isEnd = false; !isEnd; ) {
      const pulled = await followed.cursor.next(pullMessagesMax, pullBytesMax);
      for (const delivered of pulled.delivered) followed.entries.push(entryOf(delivered));
      isEnd = pulled.isEnd;
    }
    return followed;
  }
}

function entryOf({ message, sequence, storedMs }: Delivered): CountedEntry {
  const number = (header: string) => Number(message.headers?.get(header) || 0);
  return { sequence, storedMs, readings: number(readingsHeader), bytes: number(sizeHeader) };
}
