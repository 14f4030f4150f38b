/**
 * Kills Weir under load: `bun tests/crash/soak.ts --rounds 200 [--seed 1]`, first at random moments and then at each
 * labelled point. Exits with code 1 if a promise was broken. The crash tests in `npm test` are the short form.
 */
import { parseArgs } from "node:util";
import { runSeed } from "../harness/seeded-random.ts";
import { brokenPromises } from "./broken-promises.ts";
import { crashRun } from "./crash-run.ts";
import { acceptingPoints, deliveryPoints, filingPoints } from "./kill-points.ts";
import { killWhileAccepting } from "./kill-while-accepting.ts";
import { killWhileDelivering } from "./kill-while-delivering.ts";
import { killWhileFiling } from "./kill-while-filing.ts";

const roundsPerRun = 50;
const deathsPerPoint = 3;

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "200" }, seed: { type: "string" } },
});
const rounds = Number(values.rounds);
const firstSeed = values.seed === undefined ? runSeed() : Number(values.seed);

let acknowledged = 0;
for (let done = 0; done < rounds; done += roundsPerRun) {
  const seed = firstSeed + done;
  const result = await crashRun({ seed, rounds: Math.min(roundsPerRun, rounds - done) });
  acknowledged += result.acknowledged;
  console.log(`seed ${seed}: ${result.acknowledged} readings acknowledged, ${result.rows} stored`);
  endIf(brokenPromises(result));
}
console.log(
  `${rounds} rounds of kills, ${acknowledged} readings acknowledged, every one stored exactly once.`,
);

// Each point has its own installation, because a process that dies often is restarted after growing delays.
for (const point of acceptingPoints) await report(point, killWhileAccepting([point], deathsPerPoint));
for (const point of filingPoints) await report(point, killWhileFiling([point], deathsPerPoint));
for (const point of deliveryPoints) await report(point, killWhileDelivering([point], deathsPerPoint));

async function report(point: string, broken: Promise<string[]>): Promise<void> {
  endIf(await broken);
  console.log(`${deathsPerPoint} kills at the point "${point}", nothing lost or doubled.`);
}

function endIf(broken: readonly string[]): void {
  if (broken.length === 0) return;
  console.error(broken.join("\n"));
  process.exit(1);
}
