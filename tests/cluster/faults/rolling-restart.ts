import type { Fault } from "./fault.ts";

/** Restarts every process of Weir, one after another, as for an upgrade. */
export const rollingRestart: Fault = {
  name: "rolling restart of every role",
  lastsMs: 0,
  async begin(cluster) {
    const pids = cluster.weir.nodes.map(({ part }) => part.pid);
    for (const { part } of cluster.weir.nodes) {
      const code = await part.stop();
      if (code !== 0) throw new Error(`${part.name} ended with ${code} when it was asked to stop.`);
      await part.startAgain();
      await cluster.untilWhole();
    }
    const kept = cluster.weir.nodes.filter(({ part }, index) => part.pid === pids[index]);
    return {
      whyHarmless: async () =>
        kept.length === 0 ? null : `not restarted: ${kept.map(({ part }) => part.name).join(", ")}`,
      putRight: async () => undefined,
    };
  },
};
