import type { Fault } from "./faults.ts";

/** Restarts every process of Weir, one after another, as for an upgrade. */
export const rollingRestart: Fault = {
  name: "rolling restart of every role",
  lastsMs: 0,
  async begin(cluster) {
    for (const { part } of cluster.weir.nodes) {
      const code = await part.stop();
      if (code !== 0) throw new Error(`${part.name} ended with ${code} when it was asked to stop.`);
      await part.startAgain();
      await cluster.untilWhole();
    }
    return async () => undefined;
  },
};
