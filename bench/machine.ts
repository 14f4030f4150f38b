import { readFileSync } from "node:fs";
import { arch, cpus, loadavg, release, totalmem } from "node:os";

const tickMs = 10;

export interface Machine {
  readonly architecture: string;
  /** The model, if the system reports it. */
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly kernel: string;
  readonly bun: string;
  readonly loadAverageAtStart: number;
}

export function describeMachine(): Machine {
  const cores = cpus();
  return {
    architecture: arch(),
    cpu: cores[0]?.model ?? "unknown",
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 1024 ** 3),
    kernel: release(),
    bun: Bun.version,
    loadAverageAtStart: loadavg()[0] ?? 0,
  };
}

/**
 * CPU time that all cores together have spent on anything since boot, including other guests of the same
 * host.
 */
export function machineBusyMs(): number {
  const line = readFileSync("/proc/stat", "utf8").split("\n", 1)[0]!;
  const [user, nice, system, , , irq, softirq, steal] = line.split(/\s+/).slice(1).map(Number);
  return (user! + nice! + system! + irq! + softirq! + steal!) * tickMs;
}

/** CPU time that this process itself has used. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const freeWindowMs = 500;
const freeCores = 0.15;
const freeTimeoutMs = 60_000;

/**
 * Waits until the machine is mostly idle, but not forever: a machine that is always busy is measured as it
 * is.
 */
export async function untilMachineIsFree(): Promise<void> {
  const deadlineMs = performance.now() + freeTimeoutMs;
  while (performance.now() < deadlineMs) {
    const before = { busyMs: machineBusyMs(), atMs: performance.now() };
    await Bun.sleep(freeWindowMs);
    const cores = (machineBusyMs() - before.busyMs) / (performance.now() - before.atMs);
    if (cores <= freeCores) return;
  }
}
