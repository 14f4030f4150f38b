import { machineBusyMs } from "./machine.ts";
import { processTree } from "./process-tree.ts";

/** A round counts as disturbed if others used more cores than this. */
export const otherCoresMax = 0.25;

/**
 * Returns a function that reports how many cores others have used since: neither the benchmark nor the
 * processes it started.
 */
export function watchOthers(): () => number {
  const before = { busyMs: machineBusyMs(), ownMs: ownWorkMs(), atMs: performance.now() };
  return () => {
    const othersMs = machineBusyMs() - before.busyMs - (ownWorkMs() - before.ownMs);
    return othersMs / (performance.now() - before.atMs);
  };
}

const restWindowMs = 250;
const restCores = 0.1;
const restTimeoutMs = 20_000;

/** Waits until the benchmark and the processes it started have nothing to do, but not forever. */
export async function untilOwnWorkRests(): Promise<void> {
  const deadlineMs = performance.now() + restTimeoutMs;
  while (performance.now() < deadlineMs) {
    const before = { cpuMs: ownWorkMs(), atMs: performance.now() };
    await Bun.sleep(restWindowMs);
    if ((ownWorkMs() - before.cpuMs) / (performance.now() - before.atMs) <= restCores) return;
  }
}

function ownWorkMs(): number {
  return processTree(process.pid).reduce((sum, sample) => sum + sample.cpuMs, 0);
}
