import { isWithin } from "../../platform/is-within.ts";
import type { Position } from "../position.ts";
import { QueueUnavailableError } from "../queue.ts";
import type { QueueEntry, QueueReader } from "../queue-reader.ts";
import { originOf } from "./entry-id.ts";
import { PartitionCursor } from "./partition-cursor.ts";
import { readingsHeader } from "./publish-entry.ts";
import type { Delivered } from "./pull-entries.ts";
import type { QueueStream } from "./queue-stream.ts";

const pullMessagesMax = 512;
const pullBytesMax = 4 * 1024 * 1024;
/** More than the headers of any entry. */
const headerBytesMax = 1024;
/** A consumer may be lost with its server; the next one is created on another. */
const attemptsMax = 2;
const closeMaxMs = 500;

interface EntryMessage {
  readonly message: Pick<Delivered["message"], "headers" | "data">;
}

/** Where a partition is read, and entries that were delivered but not asked for yet. */
interface Place {
  readonly cursor: PartitionCursor;
  after: number;
  entries: QueueEntry[];
}

/** Reads the partitions of the queue, each with its own consumer. */
export class JetStreamReader implements QueueReader {
  readonly #stream: QueueStream;
  readonly #problem: () => string | null;
  readonly #places = new Map<number, Place>();

  /** `problem` says why nothing may be settled now; null if nothing prevents it. */
  constructor(stream: QueueStream, problem: () => string | null = () => null) {
    this.#stream = stream;
    this.#problem = problem;
  }

  /** Rejects with QueueUnavailableError while the servers cannot be asked. */
  async read(partition: number, after: Position | null, bytesMax: number): Promise<readonly QueueEntry[]> {
    this.#stream.subjectOf(partition);
    this.#throwIfPrevented();
    for (let attempt = 1; ; attempt++) {
      try {
        const entries = await this.#read(partition, after?.sequence ?? 0, bytesMax);
        // What was true before the entries arrived says nothing about them: this process may have been stopped meanwhile.
        this.#throwIfPrevented();
        return entries;
      } catch (error) {
        this.#leave(partition);
        if (attempt === attemptsMax) throw asUnavailable(error);
      }
    }
  }

  /** Asks the server that leads the stream. */
  async readAt({ partition, sequence }: Position): Promise<QueueEntry | null> {
    const { manager, name } = this.#stream;
    const message = await manager.streams.getMessage(name, { seq: sequence }).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    if (message === null || message.subject !== this.#stream.subjectOf(partition)) return null;
    const { header: headers, data, time } = message;
    return entryOf({ message: { headers, data }, sequence, storedMs: time.getTime() }, partition);
  }

  /** May return true if only other partitions have lost entries, because the stream does not say which one. */
  async hasForgotten(partition: number): Promise<boolean> {
    this.#stream.subjectOf(partition);
    const { state } = await this.#stream.manager.streams.info(this.#stream.name);
    return state.first_seq > 1 || (state.num_deleted ?? 0) > 0;
  }

  async close(): Promise<void> {
    const places = [...this.#places.values()];
    this.#places.clear();
    // The servers remove consumers that nobody uses, so one that cannot be reached now is not waited for.
    await isWithin(closeMaxMs, Promise.all(places.map(({ cursor }) => cursor.close())));
  }

  #throwIfPrevented(): void {
    const problem = this.#problem();
    if (problem !== null) throw new QueueUnavailableError(problem);
  }

  async #read(partition: number, after: number, bytesMax: number): Promise<readonly QueueEntry[]> {
    const place = await this.#placeAt(partition, after);
    const read: QueueEntry[] = [];
    let isEnd = false;
    for (let bytes = 0; bytes < bytesMax; ) {
      if (place.entries.length === 0) {
        if (isEnd) break;
        isEnd = await this.#pull(place, partition, bytesMax - bytes);
      }
      let taken = 0;
      while (taken < place.entries.length && bytes < bytesMax) bytes += place.entries[taken++]!.data.length;
      read.push(...place.entries.splice(0, taken));
      place.after = read.at(-1)?.position.sequence ?? place.after;
    }
    return read;
  }

  /** A caller that continues keeps the consumer; a caller that reads again from an earlier position gets a new one. */
  async #placeAt(partition: number, after: number): Promise<Place> {
    const known = this.#places.get(partition);
    if (known !== undefined && known.after === after && !known.cursor.isStale) return known;
    this.#leave(partition);
    const cursor = await PartitionCursor.open(this.#stream, { partition, after });
    const place = { cursor, after, entries: [] };
    this.#places.set(partition, place);
    return place;
  }

  #leave(partition: number): void {
    const place = this.#places.get(partition);
    this.#places.delete(partition);
    void place?.cursor.close();
  }

  /** Returns whether there is nothing more. */
  async #pull({ cursor, entries }: Place, partition: number, bytesMax: number): Promise<boolean> {
    const entryBytesMax = (this.#stream.connection.info?.max_payload ?? 0) + headerBytesMax;
    const pullBytes = Math.max(entryBytesMax, Math.min(bytesMax, pullBytesMax));
    const { delivered, isEnd } = await cursor.next(pullMessagesMax, pullBytes);
    for (const one of delivered) entries.push(entryOf(one, partition));
    return isEnd;
  }
}

function entryOf(
  { message, sequence, storedMs }: Pick<Delivered, "sequence" | "storedMs"> & EntryMessage,
  partition: number,
): QueueEntry {
  const origin = originOf(message.headers);
  return {
    position: { partition, sequence },
    readings: Number(message.headers?.get(readingsHeader) ?? 0),
    appendedMs: storedMs,
    data: message.data,
    ...(origin === undefined ? {} : { origin }),
  };
}

function asUnavailable(error: unknown): Error {
  if (error instanceof QueueUnavailableError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new QueueUnavailableError(`The queue of the cluster cannot be read: ${reason}`, { cause: error });
}
