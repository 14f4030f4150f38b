import { rmSync } from "node:fs";
import { join } from "node:path";
import { isNodeReady } from "../../../scripts/cluster/start-node.ts";
import { adoptStream } from "./adopted-stream.ts";
import type { Fault } from "./fault.ts";
import type { TestedCluster } from "./tested-cluster.ts";

/**
 * The stream of accepted readings is gone, when everything in it is settled. Weir must refuse readings from then on, until an
 * operator lets the cluster continue in a new stream.
 */
function losing(what: string, lose: (cluster: TestedCluster) => Promise<void>): Fault {
  return {
    name: `${what} and adopt a new one`,
    lastsMs: 10_000,
    isOfQueue: true,
    async begin(cluster, load) {
      const { weir } = cluster;
      await load.pause();
      await cluster.untilSettled();
      await lose(cluster);
      load.resume();
      return {
        async whyHarmless() {
          const ready = await Promise.all(weir.of("ingest").map(({ port }) => isNodeReady(port)));
          return ready.includes(true) ? "an ingest process called itself ready without the stream" : null;
        },
        async putRight() {
          await adoptStream(cluster);
          return undefined;
        },
      };
    },
  };
}

export const deletedStream = losing("delete the stream", ({ queue }) => queue.deleteStream());

/** As in "NATS lost" of the guide. */
export const lostServers = losing("lose all NATS servers with the stream", async ({ weir }) => {
  await Promise.all(weir.nats.map(({ part }) => part.kill()));
  for (const { folder } of weir.nats) rmSync(join(folder, "jetstream"), { recursive: true, force: true });
  await Promise.all(weir.nats.map(({ part }) => part.startAgain()));
});
