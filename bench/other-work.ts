import { machineBusyMs } from "./machine.ts";
import { processTree } from "./process-tree.ts";

/** A round during which others used more of the machine than this is disturbed. */
export const otherCoresMax = 0.25;

/** Returns what tells how many cores others have used since: neither the benchmark nor what it started. */
export function watchOthers(): () => number {
  const cpuMs = () => processTree(process.pid).reduce((sum, sample) => sum + sample.cpuMs, 0);
  const before = { busyMs: machineBusyMs(), ownMs: cpuMs(), atMs: performance.now() };
  return () => {
    const othersMs = machineBusyMs() - before.busyMs - (cpuMs() - before.ownMs);
    return othersMs / (performance.now() - before.atMs);
  };
}
