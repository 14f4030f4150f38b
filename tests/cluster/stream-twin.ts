import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { findQueueStream, subjectOfPartition } from "../harness/queue-subjects.ts";
import { usualPartitions } from "../harness/usual-partitions.ts";
import { waitUntil } from "../harness/wait-until.ts";

const nanosPerMs = 1e6;

/** Makes the stream of readings hold entries twice, as after a server has taken over that did not know their ids. */
export class StreamTwin implements AsyncDisposable {
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;
  readonly #client: JetStreamClient;
  readonly #stream: string;

  private constructor(connection: NatsConnection, manager: JetStreamManager, stream: string) {
    this.#connection = connection;
    this.#manager = manager;
    this.#client = jetstream(connection);
    this.#stream = stream;
  }

  static async open(url: string): Promise<StreamTwin> {
    const connection = await connect({ servers: url });
    const manager = await jetstreamManager(connection, { checkAPI: false });
    // The server forgets the ids at once.
    const stream = await findQueueStream(manager);
    const { config } = await manager.streams.info(stream);
    await manager.streams.update(stream, { ...config, duplicate_window: 100 * nanosPerMs });
    return new StreamTwin(connection, manager, stream);
  }

  /** Publishes the last entry of each partition again. Resolves to the sequences of the repeats. */
  async repeatLastEntries(): Promise<Map<number, number>> {
    const repeats = new Map<number, number>();
    for (let partition = 0; partition < usualPartitions; partition++) {
      const subject = await subjectOfPartition(this.#manager, this.#stream, partition);
      const last = await this.#manager.streams.getMessage(this.#stream, { last_by_subj: subject });
      if (last === null) continue;
      await waitUntil("the entry is in the stream twice", async () => {
        const { seq, duplicate } = await this.#client.publish(subject, last.data, { headers: last.header });
        repeats.set(partition, seq);
        return !duplicate;
      });
    }
    return repeats;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.close();
  }
}
