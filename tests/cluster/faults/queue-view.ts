import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
} from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { findQueueStream, subjectOfPartition } from "../../harness/queue-subjects.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const apiTimeoutMs = 2000;
/** Servers that elect a leader refuse every question meanwhile. */
const electionMaxMs = 60_000;

/** Looks at the stream of readings from outside Weir. */
export class QueueView implements AsyncDisposable {
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;
  #stream: string | null = null;

  private constructor(connection: NatsConnection, manager: JetStreamManager) {
    this.#connection = connection;
    this.#manager = manager;
  }

  static async open(ports: readonly number[]): Promise<QueueView> {
    const servers = ports.map((port) => `127.0.0.1:${port}`);
    const connection = await connect({ servers, maxReconnectAttempts: -1, reconnectTimeWait: 200 });
    return new QueueView(
      connection,
      await jetstreamManager(connection, { checkAPI: false, timeout: apiTimeoutMs }),
    );
  }

  /** The name of the server that leads the stream; null if none does. */
  async leader(): Promise<string | null> {
    const { cluster } = await this.#manager.streams.info(await this.#name());
    return cluster?.leader ?? null;
  }

  /** Whether there is a leader and every other server is up to date. */
  async isReplicated(): Promise<boolean> {
    const { cluster } = await this.#manager.streams.info(await this.#name());
    const replicas = cluster?.replicas ?? [];
    return Boolean(cluster?.leader) && replicas.length === 2 && replicas.every(({ current }) => current);
  }

  async deleteStream(): Promise<void> {
    await this.#manager.streams.delete(await this.#name());
    this.forgetStream();
  }

  /** The next question looks for the stream again, which may have another name then. */
  forgetStream(): void {
    this.#stream = null;
  }

  async stepDown(): Promise<void> {
    await this.#connection.request(`$JS.API.STREAM.LEADER.STEPDOWN.${await this.#name()}`, "", {
      timeout: apiTimeoutMs,
    });
  }

  /** The sequence of the last entry in the stream. */
  async end(): Promise<number> {
    const { state } = await this.#untilAnswered(async () => this.#manager.streams.info(await this.#name()));
    return state.last_seq;
  }

  /**
   * How many readings the entries of each partition hold, after one entry and up to another. Writers number their entries, so
   * one that does not come after the last of its writer is there twice, or was given up, and is not counted.
   */
  async readingsBetween(after: number, end: number): Promise<Map<number, number>> {
    const readings = new Map<number, number>();
    const last = new Map<string, number>();
    if (end <= after) return readings;
    const consumer = await this.#untilAnswered(() => this.#openConsumer(after));
    for await (const { seq, subject, headers } of await consumer.consume()) {
      const partition = Number(subject.split(".").at(-1));
      const held = Number(headers?.get("Weir-Readings"));
      // The first entry of an adopted stream has no writer, and no readings either.
      const [, writer, number] = /^(?:(.*)-(\d+)|.*)$/.exec(headers?.get("Nats-Msg-Id") ?? "")!;
      const place = `${partition} ${writer}`;
      const isRepeat = Number(number) <= (last.get(place) ?? 0);
      if (seq <= end && !isRepeat) {
        readings.set(partition, (readings.get(partition) ?? 0) + held);
        last.set(place, Number(number));
      }
      if (seq >= end) break;
    }
    return readings;
  }

  /** The sequence of a partition's last entry; 0 if it has none. */
  async lastSequence(partition: number): Promise<number> {
    const stream = await this.#name();
    const subject = await subjectOfPartition(this.#manager, stream, partition);
    const message = await this.#manager.streams.getMessage(stream, { last_by_subj: subject });
    return message?.seq ?? 0;
  }

  /** On the server that leads: another one may hold other entries (decision 0046). Undefined if it was placed elsewhere. */
  async #openConsumer(after: number): Promise<Consumer | undefined> {
    const stream = await this.#name();
    const { name, cluster } = await this.#manager.consumers.add(stream, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      headers_only: true,
      mem_storage: true,
      num_replicas: 1,
    });
    if (cluster?.leader !== (await this.leader())) return undefined;
    return jetstream(this.#connection).consumers.get(stream, name);
  }

  async #name(): Promise<string> {
    this.#stream ??= await findQueueStream(this.#manager);
    return this.#stream;
  }

  async #untilAnswered<Answer>(question: () => Promise<Answer | undefined>): Promise<Answer> {
    let answer: Answer | undefined;
    const ask = async () => {
      answer = await question().catch(() => undefined);
      return answer !== undefined;
    };
    await waitUntil("the servers of the queue answer", ask, electionMaxMs);
    return answer!;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.close();
  }
}
