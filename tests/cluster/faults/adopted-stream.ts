import { isNodeReady } from "../../../scripts/cluster/start-node.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { keepStarting } from "./keep-starting.ts";
import { runOnNode } from "./run-on-node.ts";
import type { TestedCluster } from "./tested-cluster.ts";

/** How long processes may take to find out whether the stream is the right one, also on a busy machine. */
const judgedMs = 120_000;

/** Does what the operator does when the stream is lost. */
export async function adoptStream(cluster: TestedCluster): Promise<void> {
  const { weir, queue } = cluster;
  await runOnNode(cluster, ["cluster", "adopt-stream", "--yes"]);
  queue.forgetStream();
  // Processes that ran on the old stream end by themselves, and a service manager starts them again. A deliverer has
  // nothing to do with the queue.
  const ending = weir.nodes.filter(({ role }) => role !== "deliver").map(({ part }) => part);
  await Promise.all(ending.map(({ exited }) => exited));
  await Promise.all(ending.map(keepStarting));
}

/**
 * Adopts a new stream if Weir asks for it: sequences of a stream were seen to go back in 2.9 when the leader had no room.
 * Resolves to a remark if that was so.
 */
export async function adoptIfGoneBack(cluster: TestedCluster): Promise<string | undefined> {
  const ingest = cluster.weir.of("ingest").map(({ port }) => port);
  let isAsked = false;
  await waitUntil(
    "every ingest process is ready, or asks for a new stream",
    async () => {
      isAsked = (await Promise.all(ingest.map(asksForStream))).includes(true);
      return isAsked || !(await Promise.all(ingest.map(isNodeReady))).includes(false);
    },
    judgedMs,
  );
  if (!isAsked) return undefined;
  await adoptStream(cluster);
  return "the stream had gone back, so a new one was adopted";
}

async function asksForStream(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { keepalive: false }).catch(() => null);
  return answer !== null && !answer.ok && (await answer.text()).includes("weir cluster adopt-stream");
}
