import { appendFileSync } from "node:fs";

/**
 * Loaded before Weir. Records the CPU time of each long turn of the event loop. It counts the thread's own
 * time, so that other work on the machine does not show.
 */
const file = process.env.WEIR_BENCH_TURNS;
const worthTellingMs = 5;

if (file !== undefined && process.argv.includes("serve")) {
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    const tookMs = (user + system) / 1000;
    if (tookMs >= worthTellingMs) appendFileSync(file, `${tookMs}\n`);
  }, 1).unref();
}
