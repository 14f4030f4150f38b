import type { ConsumerConfig } from "@nats-io/jetstream";
import type { QueueStream } from "./queue-stream.ts";

/** The servers choose one of three each time, so hardly one in a thousand consumers stays on another server. */
const placesMax = 18;

/**
 * Creates a consumer on the server that leads the stream, and returns its name. Servers place consumers anywhere. One that led
 * the stream, was stopped and comes back may hold entries that the others never had, in place of entries that were
 * acknowledged (0046), so nothing is read from it.
 */
export async function placeConsumer(stream: QueueStream, config: Partial<ConsumerConfig>): Promise<string> {
  const { consumers, streams } = stream.manager;
  // A stream may have got more replicas since it was opened.
  const isAlone = stream.connection.info?.cluster === undefined;
  const leader = isAlone ? undefined : (await streams.info(stream.name)).cluster?.leader;
  for (let place = 1; ; place++) {
    const { name, cluster } = await consumers.add(stream.name, config);
    if (leader === undefined || cluster?.leader === leader || place === placesMax) return name;
    void consumers.delete(stream.name, name).catch(() => undefined);
  }
}
