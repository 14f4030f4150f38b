import { argv, cpuUsage } from "node:process";

/**
 * Uses this share of a core until it is killed, in bursts as long as those of a busy server: see
 * hostile-viewer.ts.
 */
const share = Number(argv[2]);
const burstMs = 5;

for (;;) {
  const startedMs = performance.now();
  const cpuBefore = cpuUsage();
  while (cpuMsSince(cpuBefore) < burstMs);
  // If the burst had to wait for the core, the pause after it is shorter.
  const leftMs = burstMs / share - (performance.now() - startedMs);
  if (leftMs > 0) await Bun.sleep(leftMs);
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}
