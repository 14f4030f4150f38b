import type { StorageUse } from "../../manage/system/system-status.ts";
import { valueIfSoon } from "../../platform/value-if-soon.ts";
import type { ClusterEngines } from "./cluster-engines.ts";

/** Reads how much the engines store. The size of the queue is left out while NATS does not answer. */
export async function readClusterStorage({
  stream,
  postgres,
}: Pick<ClusterEngines, "stream" | "postgres">): Promise<StorageUse> {
  const [queue, { rows }] = await Promise.all([
    valueIfSoon(stream.manager.streams.info(stream.name)),
    postgres.query<{ bytes: number }>("SELECT pg_database_size(current_database()) AS bytes"),
  ]);
  return {
    files: [
      { name: `PostgreSQL, ${postgres.address}`, bytes: rows[0]!.bytes },
      ...(queue === null ? [] : [{ name: `JetStream, ${stream.name}`, bytes: queue.state.bytes }]),
    ],
    disk: null,
  };
}
