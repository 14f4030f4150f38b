import { machineBusyMs } from "./machine.ts";
import { processTree } from "./process-tree.ts";

/** A round counts as disturbed if others used more cores than this. */
export const otherCoresMax = 0.25;

/**
 * Returns a function that reports how many cores others have used since: neither the benchmark nor the
 * processes it started.
 */
export function watchOthers(): () => number {
  const cpuMs = () => processTree(process.pid).reduce((sum, sample) => sum + sample.cpuMs, 0);
  const before = { busyMs: machineBusyMs(), ownMs: cpuMs(), atMs: performance.now() };
  return () => {
    const othersMs = machineBusyMs() - before.busyMs - (cpuMs() - before.ownMs);
    return othersMs / (performance.now() - before.atMs);
  };
}
