import { type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";

const streamName = "weir_readings";
const apiTimeoutMs = 2000;

/** Looks at the stream of readings from outside of Weir. */
export class QueueView implements AsyncDisposable {
  readonly #connection: NatsConnection;
  readonly #manager: JetStreamManager;

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

  /** The name of the server that leads the stream; null while none does. */
  async leader(): Promise<string | null> {
    const { cluster } = await this.#manager.streams.info(streamName);
    return cluster?.leader ?? null;
  }

  /** Whether there is a leader, and every other server has all that it has. */
  async isReplicated(): Promise<boolean> {
    const { cluster } = await this.#manager.streams.info(streamName);
    const replicas = cluster?.replicas ?? [];
    return Boolean(cluster?.leader) && replicas.length === 2 && replicas.every(({ current }) => current);
  }

  async stepDown(): Promise<void> {
    await this.#connection.request(`$JS.API.STREAM.LEADER.STEPDOWN.${streamName}`, "", {
      timeout: apiTimeoutMs,
    });
  }

  /** The sequence of a partition's last entry; 0 where it has none. */
  async lastSequence(partition: number): Promise<number> {
    const subject = `weir.readings.${partition}`;
    const message = await this.#manager.streams.getMessage(streamName, { last_by_subj: subject });
    return message?.seq ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#connection.close();
  }
}
