import { argv, cpuUsage } from "node:process";

/** Takes this share of a core, in bursts as long as those of a server at work, until it is killed: see hostile-viewer.ts. */
const share = Number(argv[2]);
const burstMs = 5;

for (;;) {
  const startedMs = performance.now();
  const cpuBefore = cpuUsage();
  while (cpuMsSince(cpuBefore) < burstMs);
  // Where it had to wait for the core, it has less to wait now.
  const leftMs = burstMs / share - (performance.now() - startedMs);
  if (leftMs > 0) await Bun.sleep(leftMs);
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}
