import type { JetStreamManager } from "@nats-io/jetstream";

/** The stream of a cluster's accepted readings, as seen from outside Weir. One that was given up is sealed. */
export async function findQueueStream(manager: JetStreamManager): Promise<string> {
  for await (const { config } of manager.streams.list())
    if (config.name.startsWith("weir_readings") && !config.sealed) return config.name;
  throw new Error("There is no stream of readings.");
}

/** The subject of a partition of this stream. */
export async function subjectOfPartition(
  manager: JetStreamManager,
  name: string,
  partition: number,
): Promise<string> {
  const { config } = await manager.streams.info(name);
  return config.subjects[0]!.replace("*", String(partition));
}
