import { AckPolicy, DeliverPolicy } from "@nats-io/jetstream";
import { QueueUnavailableError } from "../queue.ts";
import { placeConsumer } from "./place-consumer.ts";
import { type Delivered, type Pulled, pullEntries } from "./pull-entries.ts";
import type { QueueStream } from "./queue-stream.ts";

/** The server removes a consumer that nobody pulls from after this long. */
const idleMs = 60_000;
const nanosPerMs = 1e6;

interface CursorOptions {
  readonly partition: number;
  /** Starts after this sequence of the stream. */
  readonly after: number;
  /** Reads only headers, without the readings themselves. */
  readonly headersOnly?: boolean;
}

/** Moves over the entries of a partition once. It does not survive faults: the reader creates another one. */
export class PartitionCursor {
  readonly #stream: QueueStream;
  readonly #consumer: string;
  readonly #after: number;
  /** How many messages the consumer has delivered. */
  #delivered = 0;
  #pulledMs = performance.now();

  static async open(stream: QueueStream, options: CursorOptions): Promise<PartitionCursor> {
    const { partition, after, headersOnly = false } = options;
    const name = await placeConsumer(stream, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      filter_subject: stream.subjectOf(partition),
      headers_only: headersOnly,
      inactive_threshold: idleMs * nanosPerMs,
      mem_storage: true,
      num_replicas: 1,
    });
    return new PartitionCursor(stream, name, after);
  }

  private constructor(stream: QueueStream, consumer: string, after: number) {
    this.#stream = stream;
    this.#consumer = consumer;
    this.#after = after;
  }

  /** Whether the server may have removed the consumer. A pull would notice that only by a timeout. */
  get isStale(): boolean {
    return performance.now() - this.#pulledMs > idleMs / 2;
  }

  /**
   * The consumer may be on a server that was away and has not caught up. That server starts at the end of what it has, before
   * `after`, and delivers again what was read from another server long ago.
   */
  async next(messagesMax: number, bytesMax: number): Promise<Pulled> {
    this.#pulledMs = performance.now();
    const { delivered, isEnd } = await pullEntries(this.#stream, {
      consumer: this.#consumer,
      messagesMax,
      bytesMax,
    });
    for (const { nth } of delivered) this.#expect(nth);
    return { delivered: delivered.filter(({ sequence }) => sequence > this.#after), isEnd };
  }

  /** A message that was lost on its way is not delivered again, so a gap means that the cursor has missed it. */
  #expect(nth: Delivered["nth"]): void {
    this.#delivered++;
    if (nth !== this.#delivered)
      throw new QueueUnavailableError("Entries of the queue were lost on their way and are read again.");
  }

  async close(): Promise<void> {
    await this.#stream.manager.consumers.delete(this.#stream.name, this.#consumer).catch(() => undefined);
  }
}
