import type { NatsConnection } from "@nats-io/nats-core";
import { connect } from "@nats-io/transport-node";
import type { CountTaker } from "../count-taker.ts";
import { JetStreamQueue, type JetStreamQueueOptions } from "./jetstream-queue.ts";
import { openQueueStream, type QueueStream, type QueueStreamOptions } from "./queue-stream.ts";

export const noCounts: CountTaker = { count: () => undefined };

/** For tests: the stream prefix of the installation with this data folder. */
export function prefixOf(dataDir: string): string {
  return `test_${Bun.hash(dataDir).toString(36)}`;
}

export interface TestStreamOptions extends Partial<QueueStreamOptions> {
  readonly url: string;
}

/** For tests: a stream on its own connection. */
export async function openTestStream(options: TestStreamOptions): Promise<QueueStream & AsyncDisposable> {
  const connection = await connectForTest(options.url);
  const wanted = { prefix: "test", bytesMax: 64 * 1024 * 1024, partitions: 4, ...options };
  try {
    const stream = await openQueueStream(connection, wanted);
    return { ...stream, [Symbol.asyncDispose]: () => connection.close() };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

export function connectForTest(url: string): Promise<NatsConnection> {
  return connect({ servers: url.split(","), maxReconnectAttempts: -1, reconnectTimeWait: 100 });
}

/** For tests: a queue that announces nothing and remembers nothing. */
export function openTestQueue(
  stream: QueueStream,
  options: Partial<JetStreamQueueOptions> = {},
): Promise<JetStreamQueue> {
  return JetStreamQueue.open({
    stream,
    counts: noCounts,
    remember: () => Promise.resolve(),
    onAppended: () => undefined,
    onLost: () => undefined,
    ...options,
  });
}
