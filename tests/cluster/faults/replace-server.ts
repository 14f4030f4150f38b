import { rmSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../harness/wait-until.ts";
import type { Fault } from "./fault.ts";
import { keepStarting } from "./keep-starting.ts";
import { runOnNode } from "./run-on-node.ts";
import type { TestedCluster } from "./tested-cluster.ts";

const catchUpMs = 300_000;

/** Puts an empty server in the place of a broken one, as in "Replace a NATS server" of the guide. */
export const replaceServer: Fault = {
  name: "replace a NATS server with an empty one",
  lastsMs: 5000,
  isOfQueue: true,
  async begin(cluster) {
    const leader = await cluster.queue.leader();
    const { part, folder, port } = cluster.weir.nats.find((server) => `n${server.port}` !== leader)!;
    await part.kill();
    rmSync(join(folder, "jetstream"), { recursive: true, force: true });
    return {
      whyHarmless: async () => (part.isRunning ? `${part.name} was not killed` : null),
      async putRight() {
        await keepStarting(part);
        const isComplete = async () => (await stateOf(cluster, `n${port}`)) === "complete";
        await waitUntil(`weir status shows ${part.name} as complete`, isComplete, catchUpMs);
        if (!(await cluster.queue.isReplicated()))
          throw new Error(`weir status called ${part.name} complete too early.`);
        return undefined;
      },
    };
  },
};

/** What `weir status` on a node says about a server. */
async function stateOf(cluster: TestedCluster, name: string): Promise<"complete" | "incomplete" | "unknown"> {
  const answer = await runOnNode(cluster, ["status", "--json"]).catch(() => "{}");
  const status = JSON.parse(answer) as StatusJson;
  const server = status.cluster?.nats.servers.find((each) => each.name === name);
  if (server === undefined) return "unknown";
  return server.online !== false && server.current !== false ? "complete" : "incomplete";
}

interface StatusJson {
  readonly cluster?: { readonly nats: { readonly servers: readonly ServerState[] } } | null;
}

interface ServerState {
  readonly name: string;
  readonly online: boolean | null;
  readonly current: boolean | null;
}
