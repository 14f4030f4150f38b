import { join } from "node:path";
import { isNodeReady } from "../../../scripts/cluster/start-node.ts";
import type { Fault } from "./fault.ts";
import { keepStarting } from "./part-faults.ts";

const weirCommand = join(import.meta.dir, "../../../bin/weir");

/**
 * Deletes the stream of accepted readings when everything in it is settled. Weir must refuse readings from then on, until an
 * operator lets the cluster continue in a new stream.
 */
export const newStream: Fault = {
  name: "delete the stream and adopt a new one",
  lastsMs: 10_000,
  isOfQueue: true,
  async begin(cluster, load) {
    const { weir, queue } = cluster;
    await load.pause();
    await cluster.untilSettled();
    await queue.deleteStream();
    load.resume();
    return {
      async whyHarmless() {
        const ready = await Promise.all(weir.of("ingest").map(({ port }) => isNodeReady(port)));
        return ready.includes(true) ? "an ingest process called itself ready without the stream" : null;
      },
      async putRight() {
        await adoptStream(weir.env);
        // Processes that ran on the old stream end by themselves, and a service manager starts them again. A deliverer has
        // nothing to do with the queue.
        const ending = weir.nodes.filter(({ role }) => role !== "deliver").map(({ part }) => part);
        await Promise.all(ending.map(({ exited }) => exited));
        await Promise.all(ending.map(keepStarting));
        return undefined;
      },
    };
  },
};

async function adoptStream(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const command = Bun.spawn([weirCommand, "cluster", "adopt-stream", "--yes"], {
    env: { ...process.env, ...env },
    stdout: "ignore",
    stderr: "pipe",
  });
  const problem = await command.stderr.text();
  if ((await command.exited) !== 0) throw new Error(`The new stream was not adopted: ${problem}`);
}
