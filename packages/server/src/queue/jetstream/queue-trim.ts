import { isSequenceReached, type Position } from "../position.ts";
import { codeOf, type QueueStream } from "./queue-stream.ts";

/** How many points in time are remembered together with the size of the stream then. */
const marksMax = 64;
/** Error code of the JetStream API if a subject has no message from a sequence on. */
const noMessage = 10037;

interface TrimOptions {
  /** Entries are kept for this long, settled or not, so that the readings of a request can be shown. */
  readonly windowMs: number;
  /** While the stream is larger than this, settled entries are removed earlier. */
  readonly keptBytesMax: number;
  readonly nowMs: () => number;
}

interface Mark {
  readonly atMs: number;
  /** The last sequence of the stream at that time. */
  readonly sequence: number;
}

/**
 * Removes entries that are durably settled and older than the window. One member of the cluster does this.
 *
 * Sequences count all partitions, so everything before the first unsettled entry of any partition is removed at once,
 * which the server does by deleting files. If one partition prevents that and the stream has grown too large, the
 * settled entries of the others are purged one partition after the other. That makes the server read the files, so it
 * is done only then.
 */
export class QueueTrim {
  readonly #stream: QueueStream;
  readonly #options: TrimOptions;
  /** In order of time. After a start nothing is known to be old, so everything is kept for another window. */
  #marks: Mark[] = [];

  constructor(stream: QueueStream, options: TrimOptions) {
    this.#stream = stream;
    this.#options = options;
  }

  /**
   * `settled` says how far each partition is durably settled. Partitions that are not listed keep everything. Resolves to
   * how far the stream has grown.
   */
  async trim(settled: readonly Position[]): Promise<number> {
    const { manager, name, partitions } = this.#stream;
    const { state } = await manager.streams.info(name);
    const durable = new Float64Array(partitions);
    for (const { partition, sequence } of settled) durable[partition] = sequence;
    const isLarge = state.bytes > this.#options.keptBytesMax;
    const oldUpTo = this.#oldUpTo(state.last_seq);
    // Removes the older half of the entries, again and again, until the stream is small enough.
    const halfUpTo = state.first_seq + Math.floor((state.last_seq - state.first_seq) / 2);
    const upTo = isLarge ? Math.max(oldUpTo, halfUpTo) : oldUpTo;
    if (upTo < state.first_seq) return state.last_seq;
    const unsettledFrom = await this.#firstUnsettled(durable, upTo);
    if (unsettledFrom > state.first_seq)
      await manager.streams.purge(name, { seq: Math.min(upTo + 1, unsettledFrom) });
    else if (isLarge) await this.#purgePartitions(durable, upTo);
    return state.last_seq;
  }

  /** Records the end of the stream, and returns where it ended when the window began. */
  #oldUpTo(lastSequence: number): number {
    const { windowMs, nowMs } = this.#options;
    const now = nowMs();
    const newest = this.#marks.at(-1);
    if (newest === undefined || now - newest.atMs >= windowMs / marksMax)
      this.#marks.push({ atMs: now, sequence: lastSequence });
    const past = this.#marks.filter(({ atMs }) => now - atMs >= windowMs).length;
    if (past > 1) this.#marks.splice(0, past - 1);
    return past === 0 ? 0 : this.#marks[0]!.sequence;
  }

  /** Returns the first unsettled entry of any partition up to this one, or Infinity. */
  async #firstUnsettled(durable: Float64Array, upTo: number): Promise<number> {
    const next = await Promise.all(
      Array.from(durable, (sequence, partition) =>
        isSequenceReached(upTo, sequence) ? Number.POSITIVE_INFINITY : this.#entryAfter(partition, sequence),
      ),
    );
    return Math.min(...next);
  }

  async #entryAfter(partition: number, sequence: number): Promise<number> {
    const { manager, name } = this.#stream;
    const asked = { seq: sequence + 1, next_by_subj: this.#stream.subjectOf(partition) };
    try {
      return (await manager.streams.getMessage(name, asked))?.seq ?? Number.POSITIVE_INFINITY;
    } catch (error) {
      if (codeOf(error) === noMessage) return Number.POSITIVE_INFINITY;
      throw error;
    }
  }

  async #purgePartitions(durable: Float64Array, upTo: number): Promise<void> {
    const { manager, name } = this.#stream;
    for (const [partition, sequence] of durable.entries()) {
      const seq = Math.min(upTo, sequence) + 1;
      if (seq > 1) await manager.streams.purge(name, { filter: this.#stream.subjectOf(partition), seq });
    }
  }
}
