import type { CountTaker } from "../count-taker.ts";
import { QueueUnavailableError } from "../queue.ts";
import { entryId, type PreviousEntry } from "./entry-id.ts";
import { type DurableEntry, JetStreamPartition, type PartitionOwner } from "./jetstream-partition.ts";
import { type Publisher, publishEntry, publisherOn, QueueFullError } from "./publish-entry.ts";
import type { QueueStream } from "./queue-stream.ts";

/**
 * Maximum number of publishes under way, each for another partition. With more, entries are smaller and cost more in
 * total: with 64 instead of 16, a single reading took a fourth more CPU here and twice as much in the server (one
 * server, arm64).
 */
const publishesMax = 16;
/** Bytes of frames that may wait for their acknowledgement in memory. Past it: 503. */
const waitingBytesMax = 64 * 1024 * 1024;
/** A full stream is not tried again for this long; requests are refused at once meanwhile. */
const fullPauseMs = 500;
/** The headers of an entry take at most this much of the server's maximum message size. */
const headerBytesMax = 512;
/** A reading with the maximum metadata fits into this. */
const entryBytesMin = 8192;

export interface JetStreamQueueOptions {
  readonly stream: QueueStream;
  readonly counts: CountTaker;
  /** Makes the identities of durable readings known to other nodes. Resolves within a short time whatever happens. */
  readonly remember: (entry: DurableEntry) => Promise<void>;
  /** Called when an entry is durable: the owner of its partition has something to read. */
  readonly onAppended: (partition: number, publishMs: number) => void;
  /** Called before the promises of lost appends reject. */
  readonly onLost: (partition: number, error: unknown) => void;
  /** How far the stream had grown when this node started. */
  readonly lastSequence?: number;
  /** Whether an entry that was not acknowledged may be published again. */
  readonly mayRepeat?: () => boolean;
  readonly publishesMax?: number;
  readonly waitingBytesMax?: number;
}

/** The server's maximum message size is smaller than a reading may need. */
export class MessagesTooSmallError extends Error {
  readonly code = "messages_too_small";
}

/** The queue of a cluster as one node writes it: a JetStream stream, partition by partition. */
export class JetStreamQueue implements PartitionOwner {
  readonly entryBytesMax: number;
  readonly #options: JetStreamQueueOptions;
  readonly #publisher: Publisher;
  readonly #partitions: readonly JetStreamPartition[];
  /** The prefix of this writer's message ids, which no other writer uses. */
  readonly #writer = crypto.randomUUID();
  #published = 0;
  /** The last entry of each partition that was acknowledged. */
  readonly #acknowledged = new Map<number, PreviousEntry>();
  /** The highest sequence that this node knows of. */
  #highest: number;
  /** Called when this turn of the event loop ends. */
  #gathering: (() => void)[] = [];
  #turnsLeft: number;
  readonly #waitingForTurn: (() => void)[] = [];
  #waitingBytes = 0;
  #fullUntilMs = Number.NEGATIVE_INFINITY;
  #isInHurry = false;

  static async open(options: JetStreamQueueOptions): Promise<JetStreamQueue> {
    const queue = new JetStreamQueue(options);
    await Promise.all(queue.#partitions.map((partition, n) => seeLast(options.stream, partition, n)));
    return queue;
  }

  private constructor(options: JetStreamQueueOptions) {
    const { stream } = options;
    this.#options = options;
    this.#publisher = publisherOn(stream.connection);
    this.entryBytesMax = (stream.connection.info?.max_payload ?? 0) - headerBytesMax;
    if (this.entryBytesMax < entryBytesMin)
      throw new MessagesTooSmallError(
        `The NATS server takes messages of ${this.entryBytesMax + headerBytesMax} bytes (max_payload). Weir needs at least ${entryBytesMin + headerBytesMax}.`,
      );
    this.#highest = options.lastSequence ?? 0;
    this.#turnsLeft = options.publishesMax ?? publishesMax;
    this.#partitions = Array.from({ length: stream.partitions }, (_, n) => new JetStreamPartition(n, this));
  }

  partition(number: number): JetStreamPartition {
    return this.#partitions[number]!;
  }

  /** Returns false for a while after the stream was found full, or if too much waits already: then nothing may be appended. */
  hasRoom(): boolean {
    return (
      this.#waitingBytes < (this.#options.waitingBytesMax ?? waitingBytesMax) &&
      performance.now() >= this.#fullUntilMs
    );
  }

  /** Asks the servers whether a reading could be accepted now. */
  async probe(): Promise<boolean> {
    const { manager, name, connection } = this.#options.stream;
    try {
      const { state, config, cluster } = await manager.streams.info(name);
      const hasLeader = connection.info?.cluster === undefined || cluster?.leader !== undefined;
      return hasLeader && state.bytes < config.max_bytes;
    } catch {
      return false;
    }
  }

  /** From now on nothing is published again: what is not acknowledged is lost. */
  hurry(): void {
    this.#isInHurry = true;
  }

  /** Resolves when everything that was appended is durable or lost. */
  async close(): Promise<void> {
    for (const partition of this.#partitions) await partition.barrier().catch(() => undefined);
  }

  waitingBytesChanged(by: number): void {
    this.#waitingBytes += by;
  }

  /** Partitions are called one after the other, so that their entries share one write to the server. */
  afterTurn(gathered: () => void): void {
    this.#gathering.push(gathered);
    if (this.#gathering.length > 1) return;
    setImmediate(() => {
      const all = this.#gathering;
      this.#gathering = [];
      for (const end of all) end();
    });
  }

  takeTurn(begin: () => void): void {
    if (this.#turnsLeft === 0) {
      this.#waitingForTurn.push(begin);
      return;
    }
    this.#turnsLeft--;
    begin();
  }

  endTurn(): void {
    const next = this.#waitingForTurn.shift();
    if (next === undefined) this.#turnsLeft++;
    else next();
  }

  async publish(partition: number, data: Uint8Array, readings: number): Promise<number> {
    const startedMs = performance.now();
    const subject = this.#options.stream.subjectOf(partition);
    const number = ++this.#published;
    const highestBefore = this.#highest;
    const previous = this.#acknowledged.get(partition) ?? null;
    const id = entryId({ writer: this.#writer, number });
    const { seq } = await publishEntry(this.#publisher, {
      subject,
      data,
      readings,
      id,
      previous,
      mayRepeat: this.#mayRepeat,
    });
    if (seq <= highestBefore) throw wentBack(seq, highestBefore);
    this.#highest = Math.max(this.#highest, seq);
    this.#acknowledged.set(partition, {
      number,
      sequence: seq,
      entries: (previous?.entries ?? 0) + 1,
      readings: (previous?.readings ?? 0) + readings,
    });
    this.#options.onAppended(partition, performance.now() - startedMs);
    return seq;
  }

  readonly #mayRepeat = (): boolean => !this.#isInHurry && (this.#options.mayRepeat?.() ?? true);

  remember(entry: DurableEntry): Promise<void> {
    return this.#options.remember(entry);
  }

  lost(partition: number, error: unknown): void {
    if (error instanceof QueueFullError) this.#fullUntilMs = performance.now() + fullPauseMs;
    this.#options.onLost(partition, error);
  }

  count(counter: string, by: number): void {
    this.#options.counts.count(counter, by);
  }
}

/**
 * Sequences only grow. If one does not, the stream was created again or has lost entries, and processors may have passed
 * this sequence long ago. So the entry does not count as accepted.
 */
function wentBack(sequence: number, highest: number): QueueUnavailableError {
  return new QueueUnavailableError(
    `The stream of the queue has gone back: an entry was stored at ${sequence}, after one at ${highest}.`,
  );
}

/** If the newest entry of a partition was removed, all of it is settled and nothing needs to be known. */
async function seeLast(stream: QueueStream, partition: JetStreamPartition, number: number): Promise<void> {
  const { manager, name } = stream;
  const newest = await manager.streams.getMessage(name, { last_by_subj: stream.subjectOf(number) });
  if (newest !== null) partition.seen(newest.seq);
}
