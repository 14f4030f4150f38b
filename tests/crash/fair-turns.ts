/**
 * The long form of busy-tenant.test.ts: `bun tests/crash/fair-turns.ts [--requests 100] [--readings 1000] [--kills 0]
 * [--share 20]`. One account sends bulk requests into the heaviest legal chain. Exits with code 1 if a reading of the
 * other account took longer than half a second to be stored, or if one of the busy account was lost, repeated or
 * overtaken. A kill adds the processor's restart, so with kills there is no time limit.
 */
import { parseArgs } from "node:util";
import { busyTenant } from "./busy-tenant.ts";

const visibleMaxMs = 500;

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100" },
    readings: { type: "string", default: "1000" },
    kills: { type: "string", default: "0" },
    share: { type: "string", default: "20" },
  },
});
const kills = Number(values.kills);
const { accepted, visibleMs, ahead, steps, stored, dead } = await busyTenant({
  share: Number(values.share),
  requests: Number(values.requests),
  readings: Number(values.readings),
  kills,
});
const sorted = visibleMs.toSorted((one, other) => one - other);
const slowestMs = sorted.at(-1) ?? 0;
const isInOrder = steps.size === 1 && steps.get(1) === accepted;
console.log(
  `${visibleMs.length} readings of the quiet account, ${ahead} of them ahead of parked ones: visible within ` +
    `${sorted[sorted.length >> 1]?.toFixed(0)} ms (median), ${slowestMs.toFixed(0)} ms (slowest)`,
);
console.log(`${stored} of ${accepted} readings of the busy account stored, ${dead} dead`);
console.log(isInOrder ? "in order" : `not in order: ${JSON.stringify([...steps].slice(0, 10))}`);
const isLate = kills === 0 && slowestMs > visibleMaxMs;
if (isLate || !isInOrder || stored !== accepted || dead > 0) process.exit(1);
